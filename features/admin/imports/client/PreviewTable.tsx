import { IconAlertCircle, IconCheck, IconUserCheck } from '@tabler/icons-react'
import { counted, number } from '../../client/words.ts'
import type { Preview } from '../contract.ts'
import s from './Import.module.css'

const outcomes = {
  imported: { icon: IconCheck, word: 'New' },
  matched: { icon: IconUserCheck, word: 'Here already' },
  refused: { icon: IconAlertCircle, word: 'Refused' },
}

/** The first rows as they would become. On a phone the table is scrolled sideways inside its frame. */
export function PreviewTable({ results, total }: { results: Preview['results']; total: number }) {
  const fields = [
    ...new Set(results.filter(({ outcome }) => outcome !== 'refused').flatMap(({ shown }) => Object.keys(shown))),
  ]
  const named = fields.filter((field) => results.some(({ outcome, shown }) => outcome !== 'refused' && shown[field]))
  return (
    <div className={s.section}>
      <h3>
        {results.length < total
          ? `The first ${number(results.length)} of ${counted(total, 'row')}`
          : `All ${counted(total, 'row')}`}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={s.scroll} tabIndex={0} aria-label="Preview of the rows">
        <table className={s.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Becomes</th>
              {named.map((field) => (
                <th key={field} scope="col">
                  {field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {results.map(({ row, outcome, reason, shown }) => {
              const { icon: Icon, word } = outcomes[outcome]
              return (
                <tr key={row} data-outcome={outcome}>
                  <td className="num">{number(row)}</td>
                  <td>
                    <span className={s.outcome}>
                      <Icon size={16} stroke={1.75} aria-hidden />
                      {word}
                    </span>
                  </td>
                  {outcome === 'refused' ? (
                    <td colSpan={Math.max(1, named.length)}>
                      {reason}
                      <span className="cap"> {Object.values(shown).filter(Boolean).join(' · ')}</span>
                    </td>
                  ) : (
                    named.map((field) => <td key={field}>{shown[field] || <span className="dim">–</span>}</td>)
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </div>
  )
}
