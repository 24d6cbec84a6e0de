import type { TabProps } from '#core/client/feature.ts'
import { DeletedFirms } from './DeletedFirms.tsx'
import { FirmList } from './FirmList.tsx'
import { FirmPage } from './FirmPage.tsx'

/** All firms of the server, and each of them. */
export function Firms({ id, isOffline }: TabProps) {
  if (id) return <FirmPage key={id} id={id} isOffline={isOffline} />
  return (
    <>
      <FirmList isOffline={isOffline} />
      <DeletedFirms />
    </>
  )
}
