import { Link } from '#core/client/router/Link.tsx'
import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import { contactPath } from '#features/contacts/contract.ts'
import { type Target, targetLabel } from '../../contract.ts'

/** Shows in the summary who or what a Target came from. */
export function CameFromFact({ target: { came_from: from } }: { target: Target }) {
  return (
    <div>
      <dt>{targetLabel('came_from')}</dt>
      <dd className={from ? undefined : 'dim'}>{from ? <Source from={from} /> : 'Not chosen'}</dd>
    </div>
  )
}

function Source({ from }: { from: CameFrom }) {
  const name = nameOfSource(from)
  if (!('contact_id' in from)) return name
  return (
    <Link to={contactPath(from.contact_id)} className="anchor break">
      {name}
    </Link>
  )
}
