import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import { ChooseBox } from './ChooseBox.tsx'
import type { TableColumn, TableProps } from './columns.ts'
import s from './Grid.module.css'
import type { TableLine } from './useLines.ts'

type Props<R> = TableProps<R> & {
  line: TableLine<R>
  placeOf: (index: number) => object
  /** Position among all rows, when not all are rendered. */
  number?: number | undefined
}

export function GridRow<R>(props: Props<R>) {
  const { line, columns, chosen, keyOf, nameOf, moreOf, placeOf, number } = props
  const opens = line.row === null || Boolean(moreOf?.(line.row))
  return (
    <>
      <tr
        className={s.row}
        aria-rowindex={number}
        data-open={line.isOpen || undefined}
        data-group={line.row === null || undefined}
        data-opens={opens || undefined}
        onClick={(event) => opens && isPlain(event.target) && line.toggle()}
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
          // A header without text isn't a header.
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
                <First {...props} line={line}>
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
            {moreOf?.(line.row)}
          </td>
        </tr>
      )}
    </>
  )
}

/** False for elements with their own action and for the end of a text selection. */
const isPlain = (target: EventTarget) =>
  target instanceof Element &&
  !target.closest('a, button, input, select, label') &&
  getSelection()?.isCollapsed !== false

const shownIn = <R,>({ cell, ofGroup }: TableColumn<R>, { row, rows, below }: TableLine<R>): ReactNode =>
  row === null ? ofGroup?.(rows) : cell(row, below)

function First<R>(props: TableProps<R> & { line: TableLine<R>; children: ReactNode }) {
  const { line, nameOf, moreOf, children } = props
  if (line.row !== null && !moreOf?.(line.row)) return children
  const name = line.row === null ? line.group : (nameOf?.(line.row) ?? '')
  return (
    <span className="inline gap4">
      <UnstyledButton
        className={`inline gap4 ${s.open}`}
        aria-expanded={line.isOpen}
        aria-label={line.row === null ? undefined : `Details for ${name}`}
        onClick={line.toggle}
      >
        <Icon name="chevron-right" className="dim" size={16} stroke={1.75} />
        {line.row === null && (
          <b className="bold">
            {name} <small className="size12 medium dim">{line.rows.length}</small>
          </b>
        )}
      </UnstyledButton>
      {children}
    </span>
  )
}
