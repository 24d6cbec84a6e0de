import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { ChooseBox } from './ChooseBox.tsx'
import type { Column, TableProps } from './columns.ts'
import s from './Grid.module.css'
import { GridHead } from './GridHead.tsx'
import type { Line, Lines } from './useLines.ts'

/** A row is found by its first cell: it is the head of the row. */
export function Grid<R>(props: TableProps<R> & Lines<R> & { rows: readonly R[] }) {
  const { label, columns, chosen, isBusy, lines, steady, keyOf, nameOf } = props
  const isFramed = steady !== undefined
  const opens = (line: Line<R>) => line.row === null || Boolean(props.moreOf?.(line.row))
  const placeOf = (index: number) => placeIn(columns, index, steady)
  const marks = columns.flatMap(({ mark }) => mark ?? [])
  const table = (
    <table
      className={s.table}
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
      <tbody className={s.rows}>
        {lines.map((line) => (
          <Fragment key={line.key}>
            <tr
              className={s.row}
              data-open={line.isOpen || undefined}
              data-group={line.row === null || undefined}
              data-opens={opens(line) || undefined}
              onClick={(event) => opens(line) && isPlain(event.target) && line.toggle()}
            >
              {chosen && (
                <td className={`${s.cell} ${s.box}`}>
                  {line.row !== null && (
                    <ChooseBox rows={[line.row]} name={nameOf?.(line.row) ?? keyOf(line.row)} chosen={chosen} />
                  )}
                </td>
              )}
              {columns.map((column, index) => {
                const shown = shownIn(column, line)
                // A head without words is none.
                const isHead = index === 0 && (line.row === null || Boolean(shown))
                const Cell = isHead ? 'th' : 'td'
                const isFirst = isHead && { scope: line.row === null ? 'rowgroup' : 'row' }
                return (
                  <Cell
                    key={column.key}
                    className={s.cell}
                    data-number={column.isNumber || undefined}
                    data-mark={column.mark ? line.row !== null : undefined}
                    {...placeOf(index)}
                    {...isFirst}
                  >
                    {index === 0 ? (
                      <First line={line} {...props}>
                        {shown}
                      </First>
                    ) : (
                      shown
                    )}
                  </Cell>
                )
              })}
            </tr>
            {line.row !== null && line.isOpen && (
              <tr className={s.below}>
                {chosen && <td className={s.cell} />}
                <td className={s.cell} data-wide colSpan={columns.length}>
                  {props.moreOf?.(line.row)}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
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
    <section className={s.frame} tabIndex={0} aria-label={label}>
      {table}
    </section>
  )
}

/** Neither something with an action of its own, nor the end of marking a text. */
const isPlain = (target: EventTarget) =>
  target instanceof Element &&
  !target.closest('a, button, input, select, label') &&
  getSelection()?.isCollapsed !== false

const shownIn = <R,>({ cell, ofGroup }: Column<R>, { row, rows, below }: Line<R>): ReactNode =>
  row === null ? ofGroup?.(rows) : cell(row, below)

/** The first columns stay where they are when the frame scrolls: each but the last of them says how wide it is. */
function placeIn<R>(columns: readonly Column<R>[], index: number, steady = 0) {
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

/** Below it the frame scrolls sideways. */
const leastWidth = <R,>(columns: readonly Column<R>[]) =>
  `calc(${columns.map(({ width, mark }) => width ?? `${mark ?? 0}px`).join(' + ')})`

/** The first cell, with the arrow that opens what stands below the row. */
function First<R>(props: TableProps<R> & { line: Line<R>; children: ReactNode }) {
  const { line, nameOf, moreOf, children } = props
  if (line.row !== null && !moreOf?.(line.row)) return children
  const name = line.row === null ? line.group : (nameOf?.(line.row) ?? '')
  return (
    <span className={s.first}>
      <UnstyledButton
        className={s.open}
        aria-expanded={line.isOpen}
        aria-label={line.row === null ? undefined : `More about ${name}`}
        onClick={line.toggle}
      >
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
        {line.row === null && (
          <b>
            {name} <small>{line.rows.length}</small>
          </b>
        )}
      </UnstyledButton>
      {children}
    </span>
  )
}
