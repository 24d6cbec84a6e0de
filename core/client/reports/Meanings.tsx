import { useEffect } from 'react'
import { type Meant, meaningsOf } from '#core/contract/report.ts'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
import s from '../panels/Panel.module.css'

type Props<F> = {
  report: { totals: readonly Meant[]; tables: readonly { columns: (facts: F) => readonly Meant[] }[] }
  facts: F
}

export function Meanings<F>({ report: { totals, tables }, facts }: Props<F>) {
  const said = meaningsOf(
    totals,
    tables.flatMap(({ columns }) => columns(facts)),
  )
  return (
    <details className={`mt8 ${s.meanings}`}>
      <summary>What these numbers mean</summary>
      <ul className="mt4 dim">
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

/** The rows on the screen, so that the files contain the same. */
export type ShownRows = {
  /** Words that a row must contain. */
  q?: string | undefined
  /** Column key, prefixed with '-' for descending order. */
  sort?: string | undefined
  /** Number of rows when a filter is on. */
  count?: number | undefined
}

export const sortLabel = (order: ColumnOrder | null): string | undefined =>
  order ? `${order.isDescending ? '-' : ''}${order.key}` : undefined

export function useShown(onShown: ((shown: ShownRows) => void) | undefined, shown: ShownRows): void {
  const said = JSON.stringify(shown)
  useEffect(() => onShown?.(JSON.parse(said)), [said, onShown])
}
