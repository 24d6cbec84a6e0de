import { useQuery } from '#core/client/query.ts'
import { useZone } from '#core/client/useToday.ts'
import { formatDay, stampIn } from '#core/contract/dates.ts'
import type { ContactEvent } from '../contract.ts'
import { contactHistory } from '../queries.ts'
import s from './Contact.module.css'

/** Changes of the contact, with earlier values, so that no typed word is lost. */
export function ContactHistory({ id }: { id: string }) {
  const { value } = useQuery(contactHistory, id)
  const zone = useZone()
  if (!value || value.events.length === 0) return null
  return (
    <section aria-labelledby="contact-history">
      <h2 className="lead mb4" id="contact-history">
        History
      </h2>
      <ul className={s.history}>
        {value.events.map((event) => (
          <li key={event.id}>
            <p>
              <b className="semi">{event.name}</b> {sentenceOf(event)}
            </p>
            {replacedBy(event).map(({ label, before }) => (
              <p key={label} className="cap break">
                {label}: {before || 'empty'} before
              </p>
            ))}
            <p className="cap">{formatDay(stampIn(zone, event.at).slice(0, 10))}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const labels: Record<string, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  title: 'Title',
  company: 'Company',
  emails: 'Email',
  phones: 'Phone',
  note: 'Notes',
}

function sentenceOf({ kind, data }: ContactEvent): string {
  if (kind === 'contactCreated') return 'created this contact'
  if (kind === 'contactImported') return `imported this contact from ${String(data.file)}`
  if (kind === 'contactMerged') return `merged ${String(data.name)} into this contact`
  if (kind === 'contactUnmerged') return `undid the merge of ${String(data.name)}`
  if (kind === 'referralGiven') return `sent a referral: ${String(data.about)}`
  if (kind === 'referralEdited') return `changed a referral: ${String(data.about)}`
  if (kind === 'referralRemoved') return `deleted a referral: ${String(data.about)}`
  const fields = (Array.isArray(data.fields) ? data.fields : []).flatMap((name) => labels[String(name)] ?? [])
  return `changed ${new Intl.ListFormat('en-US').format(fields.map((label) => label.toLowerCase())) || 'this contact'}`
}

function replacedBy({ data }: ContactEvent): { label: string; before: string }[] {
  const before = typeof data.before === 'object' && data.before !== null ? data.before : {}
  return Object.entries(before).flatMap(([name, value]) =>
    labels[name] ? [{ label: labels[name], before: [value].flat().join(', ') }] : [],
  )
}
