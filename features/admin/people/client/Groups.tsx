import type { TabProps } from '#core/client/feature.ts'
import { GroupList } from './GroupList.tsx'
import { GroupPage } from './GroupPage.tsx'

export function Groups({ id, isOffline }: TabProps) {
  return id ? <GroupPage key={id} id={id} isOffline={isOffline} /> : <GroupList isOffline={isOffline} />
}
