import { auditLines } from '../auditLabels.ts'
import type { AuditEntry } from '../contract.ts'
import s from './AuditLog.module.css'

export function AuditFacts({ entry }: { entry: AuditEntry }) {
  const facts = [
    ...auditLines(entry.details),
    ...(entry.address ? [{ name: 'IP address', value: entry.address }] : []),
    { name: 'Event code', value: entry.action },
  ]
  return (
    <dl className={`stack gap4 size12 ${s.facts}`}>
      {facts.map(({ name, value }) => (
        <div key={name} className={`grid gap16 ${s.fact}`}>
          <dt className="dim">{name}</dt>
          <dd className="break">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
