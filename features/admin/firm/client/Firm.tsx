import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { session } from '#core/client/session.ts'
import { routes as account } from '#features/account/contract.ts'
import p from '../../people/client/People.module.css'
import { ownFirm } from '../queries.ts'
import { EraseOutsider } from './EraseOutsider.tsx'
import { FirmForm } from './FirmForm.tsx'
import { FirmLists } from './FirmLists.tsx'
import { FirmLogo } from './FirmLogo.tsx'
import { FirmRetention } from './FirmRetention.tsx'

/** Settings of the firm: name, time zone, logo, and lists offered in target forms. */
export function Firm({ isOffline }: TabProps) {
  const asked = useQuery(ownFirm, undefined)
  const { value: firm, refresh: reload } = asked
  const changed = async () => {
    await reload()
    // The shell and the Tracker read the firm from the session.
    session.refresh(await call(account.me, {}))
  }
  if (!firm) return <AnswerState isAwaited of={asked} />
  const part = { firm, isOffline, onChanged: changed }
  return (
    <div className={`stack ${p.page}`}>
      <h2 className="hide">Firm</h2>
      <AnswerState of={asked} />
      <FirmForm {...part} />
      <FirmLogo {...part} />
      <FirmLists key={JSON.stringify(firm.lists)} {...part} />
      <FirmRetention {...part} />
      <EraseOutsider isOffline={isOffline} />
    </div>
  )
}
