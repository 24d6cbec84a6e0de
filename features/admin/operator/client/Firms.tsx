import { useCallback, useState } from 'react'
import type { TabProps } from '#core/client/feature.ts'
import { ArrivingFirms } from './ArrivingFirms.tsx'
import { DeletedFirms } from './DeletedFirms.tsx'
import { FirmList } from './FirmList.tsx'
import { FirmPage } from './FirmPage.tsx'

/** All firms of the server, and each of them. */
export function Firms({ id, isOffline }: TabProps) {
  const [arrived, setArrived] = useState(0)
  const onArrived = useCallback(() => setArrived((count) => count + 1), [])
  if (id) return <FirmPage key={id} id={id} isOffline={isOffline} />
  return (
    <>
      {/* It reads anew when a firm has arrived. */}
      <FirmList key={arrived} isOffline={isOffline} />
      <ArrivingFirms isOffline={isOffline} onArrived={onArrived} />
      <DeletedFirms />
    </>
  )
}
