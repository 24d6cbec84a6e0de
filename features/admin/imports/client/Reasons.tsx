import { number } from '../../client/labels.ts'
import type { RejectReason } from '../contract.ts'
import s from './Import.module.css'

type Props = {
  title: string
  reasons: RejectReason[] /** Total of rejected rows. Not every reason is listed. */
  of: number
}

/** Lists reasons with their counts and row numbers. The header of the file is row 1. */
export function Reasons({ title, reasons, of }: Props) {
  if (reasons.length === 0) return null
  const others = of - reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="stack gap8">
      <h3>{title}</h3>
      <ul className={s.reasons}>
        {reasons.map(({ reason, count, rows }) => (
          <li key={reason} className="grid gap8 break">
            <span className="num strong">{number(count)}</span>
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
        {others > 0 && (
          <li className="grid gap8 break">
            <span className="num strong">{number(others)}</span>
            <span>{others === 1 ? 'row for another reason' : 'rows for other reasons'}</span>
          </li>
        )}
      </ul>
    </div>
  )
}
