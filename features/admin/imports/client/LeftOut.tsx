import { number } from '../../client/labels.ts'
import type { Ignored } from '../contract.ts'
import s from './Import.module.css'

/** Lists the parts of a file that aren't imported, with samples, before and after the import. */
export function LeftOut({ ignored, blank }: { ignored: Ignored[]; blank: number }) {
  if (ignored.length === 0 && blank === 0) return null
  return (
    <div className="stack gap8">
      <h3 id="left-out">Not imported</h3>
      <ul className={s.reasons} aria-labelledby="left-out">
        {ignored.map(({ header, unnamed, filled, samples }) => (
          <li key={header} className="grid gap8 break">
            <span className="num strong">{number(filled)}</span>
            <span>
              {filled === 1 ? 'value' : 'values'} of {unnamed ? `“${header},” which has no heading` : `“${header}”`}
              <span className="cap"> {samples.join(' · ')}</span>
            </span>
          </li>
        ))}
        {blank > 0 && (
          <li className="grid gap8 break">
            <span className="num strong">{number(blank)}</span>
            <span>{blank === 1 ? 'blank row' : 'blank rows'}</span>
          </li>
        )}
      </ul>
    </div>
  )
}
