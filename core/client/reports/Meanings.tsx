import { type Meant, meaningsOf } from '#core/contract/report.ts'
import s from '../panels/Panel.module.css'

type Props<F> = {
  report: { totals: readonly Meant[]; tables: readonly { columns: (facts: F) => readonly Meant[] }[] }
  facts: F
}

/** On asking: what each sum and each column of a report means. */
export function Meanings<F>({ report: { totals, tables }, facts }: Props<F>) {
  const said = meaningsOf(
    totals,
    tables.flatMap(({ columns }) => columns(facts)),
  )
  return (
    <details className={s.meanings}>
      <summary>What these numbers mean</summary>
      <ul>
        {said.map(([name, sentence]) => (
          <li key={`${name} ${sentence}`}>
            <b>{name}</b>
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}
