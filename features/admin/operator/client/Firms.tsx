import type { TabProps } from '#core/client/feature.ts'
import { FirmList } from './FirmList.tsx'
import { FirmPage } from './FirmPage.tsx'

/** All firms of the server, and each of them. */
export function Firms({ id, isOffline }: TabProps) {
  return id ? <FirmPage key={id} id={id} isOffline={isOffline} /> : <FirmList isOffline={isOffline} />
}
