import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { Due } from '#core/ui/Due.tsx'
import { ownPlace, targetLocation } from '../../client/targetPlace.ts'
import { statusTerm } from '../../contract.ts'
import { bucketOf } from '../../facts.ts'
import type { CompanyTarget } from '../contract.ts'
import s from './Company.module.css'

/** Returns the path of a target: among the person's own, or on the pipeline where they see it. */
export const pathOfSeen = ({ id, person_id }: Pick<CompanyTarget, 'id' | 'person_id'>): string =>
  (person_id ? targetLocation(person_id) : ownPlace).pathOf(id)

/** Lists every target that the person can see, open ones first. */
export function CompanyTargets({ targets }: { targets: readonly CompanyTarget[] }) {
  return (
    <section className={`shrink ${s.targets}`} aria-labelledby="company-targets">
      <h2 className="lead mb4" id="company-targets">
        Targets
      </h2>
      <ul className={`card ${s.list}`}>
        {targets.map((target) => (
          <li key={target.id}>
            <Line target={target} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ target }: { target: CompanyTarget }) {
  const today = useToday()
  const me = useSession()?.user.id
  const { contact, company, status, due, step, goal, owner, owner_id, standing } = target
  const bucket = bucketOf(target, today)
  const amount = target.revenue ?? target.projected_revenue
  return (
    <Link to={pathOfSeen(target)} className={`row between gap16 inherit rounded ${s.target}`}>
      <span className="stack shrink">
        <b className="break strong">{contact || company}</b>
        <span className="break pretty">{(status === 'active' && step) || goal}</span>
        {owner_id !== me && (
          <span className="cap">{standing === 'invited' ? `${owner} invites you to collaborate` : owner}</span>
        )}
      </span>
      <span className={`stack rigid gap2 ${s.how}`}>
        {status === 'active' && due && bucket ? (
          <Due bucket={bucket} due={formatDue(due, today)} exact={formatDay(due)} />
        ) : (
          <span className={`dim ${s.status}`} data-status={status}>
            {statusTerm[status]}
          </span>
        )}
        {amount !== null && (
          <span className={`strong ${s.amount} num`} data-won={target.revenue !== null || undefined}>
            {formatAmount(amount)}
            <span className="hide">{target.revenue !== null ? ' won' : ' projected'}</span>
          </span>
        )}
      </span>
    </Link>
  )
}
