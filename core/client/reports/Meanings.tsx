import { useEffect } from 'react'
import { type Meant, meaningsOf } from '#core/contract/report.ts'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
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

/** The rows that a report's screen shows, so that its files hold the same. */
export type ShownRows = {
  /** Words that have to be in a row. */
  q?: string | undefined
  /** The key of the column whose order they have, with '-' before it the other way round. */
  sort?: string | undefined
  /** How many there are, where a filter is on. */
  count?: number | undefined
}

export const sortLabel = (order: ColumnOrder | null): string | undefined =>
  order ? `${order.isDescending ? '-' : ''}${order.key}` : undefined

/** Reports the rows to the page around the screen. */
export function useShown(onShown: ((shown: ShownRows) => void) | undefined, shown: ShownRows): void {
  const said = JSON.stringify(shown)
  useEffect(() => onShown?.(JSON.parse(said)), [said, onShown])
}
