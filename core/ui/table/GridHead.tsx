import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { About } from './About.tsx'
import { ChooseBox } from './ChooseBox.tsx'
import type { TableColumn, TableProps } from './columns.ts'
import s from './Grid.module.css'
import type { TableLines } from './useLines.ts'

type Props<R> = TableProps<R> & TableLines<R> & { rows: readonly R[]; placeOf: (index: number) => object }

/** Two rows if some columns share a header. */
export function GridHead<R>(props: Props<R>) {
  const { columns, rows, chosen, placeOf } = props
  const heads = columns.map((column, index) => ({ column, place: placeOf(index) }))
  const isDouble = columns.some(({ over }) => over !== undefined)
  const rowSpan = isDouble ? 2 : undefined
  return (
    <thead>
      <tr data-double={isDouble || undefined}>
        {chosen && (
          <td className={`cap medium surface ${s.headCell} ${s.box}`} rowSpan={rowSpan}>
            <ChooseBox rows={rows} chosen={chosen} />
          </td>
        )}
        {heads.map(({ column, place }, index) => {
          const { key, over } = column
          if (over === undefined) return <Head key={key} column={column} place={{ ...place, rowSpan }} {...props} />
          if (columns[index - 1]?.over === over) return null
          return (
            <th
              key={key}
              className={`cap medium surface ${s.headCell} ${s.over}`}
              scope="colgroup"
              colSpan={spanOf(columns, index)}
            >
              <span>{over}</span>
            </th>
          )
        })}
      </tr>
      {isDouble && (
        <tr className={s.under}>
          {heads.map(
            ({ column, place }) =>
              column.over !== undefined && <Head key={column.key} column={column} place={place} {...props} />,
          )}
        </tr>
      )}
    </thead>
  )
}

/** Returns how many columns, starting with this one, share a header. */
function spanOf<R>(columns: readonly TableColumn<R>[], index: number): number {
  const others = columns.slice(index).findIndex(({ over }) => over !== columns[index]!.over)
  return others === -1 ? columns.length - index : others
}

type HeadProps<R> = TableLines<R> & { column: TableColumn<R>; place: object }

function Head<R>({ column, place, sortedBy, sort }: HeadProps<R>) {
  const { head, about, isNumber, mark, title } = column
  const sorted = sortedBy(column)
  const onSort = sort(column)
  const arrow = sorted === 'descending' ? 'arrow-down' : 'arrow-up'
  return (
    <th
      className={`cap medium surface ${s.headCell}`}
      scope="col"
      aria-sort={sorted}
      data-number={isNumber || undefined}
      data-mark={mark !== undefined || undefined}
      title={title}
      aria-label={title}
      {...place}
    >
      <span className={`inline gap4 ${s.head}`}>
        {onSort ? (
          <UnstyledButton className={`inline gap4 small ${s.sort}`} data-sorted={sorted} onClick={onSort}>
            {head}
            <Icon name={arrow} size={14} stroke={2} className={`rigid ${s.arrow}`} />
          </UnstyledButton>
        ) : (
          head
        )}
        {about && <About what={head}>{about}</About>}
      </span>
    </th>
  )
}
