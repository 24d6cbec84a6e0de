import { linesOf, sentenceOf } from '../auditWords.ts'
import type { AuditEntry } from '../contract.ts'
import s from './AuditLog.module.css'

/** One deed; what more is known of it opens below. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const facts = [
    ...linesOf(entry.details),
    ...(entry.address ? [{ name: 'Network address', value: entry.address }] : []),
    { name: 'Word', value: entry.action },
  ]
  return (
    <li className={s.line}>
      <time className={s.time}>{entry.at.slice(0, 16)}</time>
      <details className={s.deed}>
        <summary>
          <span className={s.who}>
            {entry.actor || 'Nobody signed in'}
            {entry.by && <span className={s.by}> (it was {entry.by})</span>}
          </span>
          <span className={s.what}>{sentenceOf(entry)}</span>
        </summary>
        <dl className={s.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  )
}
