import { number } from '../../client/words.ts'
import type { Reason } from '../contract.ts'
import s from './Import.module.css'

/** Sentences with how often each was the reason, and where to look. The header of the file is row 1. */
export function Reasons({ title, reasons }: { title: string; reasons: Reason[] }) {
  if (reasons.length === 0) return null
  return (
    <div className={s.section}>
      <h3>{title}</h3>
      <ul className={s.reasons}>
        {reasons.map(({ reason, count, rows }) => (
          <li key={reason}>
            <span className="num">{number(count)}</span>
            <span>
              {reason}
              <span className="cap num">
                {' '}
                {rows.length === 1 ? 'Row' : 'Rows'} {rows.map(number).join(', ')}
                {count > rows.length ? ' …' : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
