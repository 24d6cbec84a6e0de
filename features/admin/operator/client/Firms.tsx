import type { TabProps } from '#core/client/feature.ts'
import { DeletedFirms } from './DeletedFirms.tsx'
import { FirmList } from './FirmList.tsx'
import { FirmPage } from './FirmPage.tsx'
import { FirmRestores } from './FirmRestores.tsx'
import s from './Firms.module.css'

export function Firms({ id, isOffline }: TabProps) {
  if (id) return <FirmPage key={id} id={id} isOffline={isOffline} />
  return (
    <FirmList isOffline={isOffline}>
      <div className={`stack gap32 ${s.below}`}>
        <FirmRestores isOffline={isOffline} />
        <DeletedFirms />
      </div>
    </FirmList>
  )
}
