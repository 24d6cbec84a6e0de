import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { useNow } from '../../client/useNow.ts'
import h from '../../detail/client/ActivityTab.module.css'
import { HistoryLine } from '../../detail/client/HistoryLine.tsx'
import s from './Company.module.css'
import { pathOfSeen } from './CompanyTargets.tsx'
import type { CompanySeen } from './useCompany.ts'

/** History of all targets at a company, newest first. Without the server, it shows only this device's data. */
export function CompanyHistory({ company: { targets, events, isWhole, showOlder } }: { company: CompanySeen }) {
  const now = useNow(30_000)
  const me = useSession()?.user.id
  const byId = useMemo(() => new Map(targets.map((target) => [target.id, target])), [targets])
  const told = events.filter(({ kind, target_id }) => kind !== 'changeUndone' && byId.has(target_id))
  return (
    <section className={`shrink ${s.history}`} aria-labelledby="company-history">
      <h2 className="lead mb4" id="company-history">
        History
      </h2>
      {!isWhole && told.length > 0 && <p className="cap">Activity stored on this device.</p>}
      {told.length === 0 && <p className="cap">Activity on these Targets appears here.</p>}
      <ul className={h.list}>
        {told.map((event) => {
          const target = byId.get(event.target_id)!
          return (
            <HistoryLine key={event.id} event={event} isMe={event.user_id === me} now={now}>
              <Link to={pathOfSeen(target)} className={s.of}>
                {target.contact || target.company}
              </Link>
            </HistoryLine>
          )
        })}
      </ul>
      {showOlder && (
        <Button variant="default" className="mt8 surface" onClick={() => void showOlder()}>
          Show older
        </Button>
      )}
    </section>
  )
}
