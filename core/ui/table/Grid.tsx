import type { CSSProperties } from 'react'
import type { TableColumn, TableProps } from './columns.ts'
import s from './Grid.module.css'
import { GridHead } from './GridHead.tsx'
import { GridRow } from './GridRow.tsx'
import { LongRows } from './LongRows.tsx'
import type { TableLine, TableLines } from './useLines.ts'

/** With more rows, only visible ones are rendered. */
const MANY = 300

/** The first cell is the row header. */
export function Grid<R>(props: TableProps<R> & TableLines<R> & { rows: readonly R[] }) {
  const { label, columns, chosen, isBusy, lines, lineAt, paged, steady } = props
  const isFramed = steady !== undefined
  const placeOf = (index: number) => placeIn(columns, index, steady)
  const rowOf = (line: TableLine<R>, place?: number) => (
    <GridRow key={line.key} {...props} line={line} placeOf={placeOf} number={place} />
  )
  const marks = columns.flatMap(({ mark }) => mark ?? [])
  const table = (
    <table
      className={`fill rounded surface ${s.table}`}
      aria-label={label}
      aria-busy={isBusy || undefined}
      data-marks={marks.length > 0 || undefined}
      style={marks.length > 0 ? { minWidth: leastWidth(columns) } : undefined}
    >
      {marks.length > 0 && (
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
      )}
      <GridHead {...props} placeOf={placeOf} />
      {paged && lineAt && isFramed ? (
        <LongRows
          count={paged.count}
          here={lines.length}
          keyOf={(index) => lineAt(index)?.key ?? `place ${index}`}
          rowOf={(index, place) => {
            const line = lineAt(index)
            return line ? (
              rowOf(line, place)
            ) : (
              <LoadingRow key={`place ${index}`} number={place} columns={columns.length} />
            )
          }}
          onRange={paged.want}
        />
      ) : lines.length > MANY && isFramed ? (
        <LongRows
          count={lines.length}
          keyOf={(index) => lines[index]!.key}
          rowOf={(index, place) => rowOf(lines[index]!, place)}
        />
      ) : (
        <tbody className={s.rows}>{lines.map((line) => rowOf(line))}</tbody>
      )}
      {columns.some(({ sum }) => sum !== undefined) && (
        <tfoot className={s.sums}>
          <tr>
            {chosen && <td className={`${s.cell} ${s.sum}`} />}
            {columns.map(({ key, sum, isNumber }, index) => (
              <td key={key} className={`${s.cell} ${s.sum}`} data-number={isNumber || undefined} {...placeOf(index)}>
                {sum}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
  if (!isFramed) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={`card ${s.frame}`} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}

const LoadingRow = ({ number, columns }: { number: number | undefined; columns: number }) => (
  <tr className={s.row} aria-rowindex={number} aria-busy data-awaited>
    <td className={s.cell} colSpan={columns}>
      <span className={`block sunken ${s.awaited}`} />
    </td>
  </tr>
)

/** The first `steady` columns stay in place when the frame scrolls. Each but the last needs a width. */
function placeIn<R>(columns: readonly TableColumn<R>[], index: number, steady = 0) {
  const { width } = columns[index]!
  const style: CSSProperties = width === undefined ? {} : { width, minWidth: width }
  if (index >= steady) return { style }
  const before = columns.slice(0, index).map((column) => column.width ?? '0px')
  return {
    style: { ...style, left: `calc(${['0px', ...before].join(' + ')})` },
    'data-steady': true,
    'data-last': index === steady - 1 || undefined,
  }
}

/** Below this width the frame scrolls sideways. */
const leastWidth = <R,>(columns: readonly TableColumn<R>[]) =>
  `calc(${columns.map(({ width, mark }) => width ?? `${mark ?? 0}px`).join(' + ')})`
