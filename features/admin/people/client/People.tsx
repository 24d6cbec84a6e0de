import type { TabProps } from '#core/client/feature.ts'
import { PeopleList } from './PeopleList.tsx'
import { PersonPage } from './PersonPage.tsx'

export function People({ id, isOffline }: TabProps) {
  return id ? <PersonPage key={id} id={id} isOffline={isOffline} /> : <PeopleList isOffline={isOffline} />
}
