import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useToday, useZone } from '#core/client/useToday.ts'
import { formatDayShort, stampIn } from '#core/contract/dates.ts'
import panel from '#core/ui/sidePanel.module.css'
import type { Contact, ContactEvent } from '../contract.ts'
import { contactHistory } from '../queries.ts'

/** Companies that the contact worked for before, as far as its history says. */
export function Companies({ contact }: { contact: Contact }) {
  const { value } = useQuery(contactHistory, contact.id)
  const zone = useZone()
  const today = useToday()
  const earlier = earlierCompanies(value?.events ?? [])
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby="contact-companies">
      <h2 className={`cap mb8 medium ${panel.heading}`} id="contact-companies">
        Earlier companies
      </h2>
      <ul className="stack gap8">
        {earlier.map(({ company, at }) => (
          <li key={at}>
            <Link to="/company/$name" params={{ name: company }} className="break link touch">
              {company}
            </Link>
            <p className="cap">Until {formatDayShort(stampIn(zone, at).slice(0, 10), today)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Latest first, as events are. */
const earlierCompanies = (events: readonly ContactEvent[]) =>
  events.flatMap(({ at, data }) => {
    const before = data.before as { company?: unknown } | null | undefined
    const company = typeof before === 'object' ? before?.company : undefined
    return typeof company === 'string' && company !== '' ? [{ company, at }] : []
  })
