import type { Said } from '#core/contract/report.ts'
import s from '../panels/Panel.module.css'

type Props<F> = { report: Pick<Said<F>, 'totals' | 'tables'> }

/** On asking: what each sum and each column of a report means. */
export function Meanings<F>({ report: { totals, tables } }: Props<F>) {
  const columns = tables.flatMap(({ columns }) => columns)
  const said = [
    ...totals.map(({ label, sentence }) => [label, sentence]),
    ...columns.map((one) => [one.head, one.sentence]),
  ]
  const once = [
    ...new Map(said.map(([name, sentence]) => [`${name} ${sentence}`, [name, sentence] as const])).entries(),
  ]
  return (
    <details className={s.meanings}>
      <summary>What these numbers mean</summary>
      <ul>
        {once.map(([key, [name, sentence]]) => (
          <li key={key}>
            <b>{name}</b>
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}
