import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Cards.module.css'
import { ChooseBox } from './ChooseBox.tsx'
import type { TableColumn, TableProps } from './columns.ts'
import type { TableLine, TableLines } from './useLines.ts'

/** The table's rows on a phone. */
export function Cards<R>(props: TableProps<R> & TableLines<R> & { rows: readonly R[] }) {
  const { label, columns, rows, chosen, lines, isBusy } = props
  const sums = columns.filter(({ sum }) => sum !== undefined)
  return (
    <>
      {chosen && rows.length > 0 && (
        <div className={`row ${s.all}`}>
          <ChooseBox rows={rows} chosen={chosen} isWordy />
        </div>
      )}
      <Sorting {...props} />
      <ul aria-label={label} aria-busy={isBusy || undefined}>
        {lines.map((line) =>
          line.row === null ? (
            <Group key={line.key} line={line} />
          ) : (
            <Card key={line.key} {...props} line={line} row={line.row} />
          ),
        )}
        {sums.length > 0 && (
          <li className={`flex wrap top break ruledBelow ${s.card}`} data-sum>
            <Labelled of={sums.map(({ key, head, sum }) => ({ key, head, shown: sum }))} />
          </li>
        )}
      </ul>
    </>
  )
}

/** Cards have no headers to click. */
function Sorting<R>({ columns, rows, sort, sortedBy }: TableProps<R> & TableLines<R> & { rows: readonly R[] }) {
  const sortable = columns.filter((column) => sort(column))
  const current = sortable.find((column) => sortedBy(column))
  if (rows.length < 2 || sortable.length === 0) return null
  const isDescending = current !== undefined && sortedBy(current) === 'descending'
  const arrow = isDescending ? 'arrow-down' : 'arrow-up'
  const columnOf = (key: string) => sortable.find((column) => column.key === key)
  return (
    <div className={`flex gap8 ${s.sorting}`}>
      <NativeSelect
        aria-label="Sort rows by"
        data={[
          ...(current ? [] : [{ value: '', label: 'Sort by …' }]),
          ...sortable.map(({ key, head }) => ({ value: key, label: `Sort by ${head}` })),
        ]}
        value={current?.key ?? ''}
        onChange={(event) => {
          const chosen = columnOf(event.currentTarget.value)
          if (chosen) sort(chosen)?.()
        }}
      />
      {current && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={isDescending ? 'Descending. Sort ascending' : 'Ascending. Sort descending'}
          onClick={() => sort(current)?.()}
        >
          <Icon name={arrow} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  )
}

const Group = <R,>({ line }: { line: TableLine<R> }) => (
  <li className={s.groupCard}>
    <UnstyledButton className={`row between ${s.fold}`} aria-expanded={line.isOpen} onClick={line.toggle}>
      <b className="bold">
        {line.group} <small className="size12 medium dim">{line.rows.length}</small>
      </b>
      <Icon name="chevron-down" stroke={1.75} />
    </UnstyledButton>
  </li>
)

function Card<R>(props: TableProps<R> & { line: TableLine<R>; row: R }) {
  const { columns, chosen, line, row, nameOf, keyOf, moreOf } = props
  const at = (place: TableColumn<R>['onCard']) =>
    columns
      .filter(({ onCard }, index) => (onCard ?? (index === 0 ? 'title' : 'label')) === place)
      .map((column) => ({ ...column, shown: column.cell(row, line.below) }))
      .filter(({ shown }) => shown !== null && shown !== undefined && shown !== '' && shown !== false)
  const more = moreOf?.(row)
  const name = nameOf?.(row) ?? keyOf(row)
  const aside = at('aside')
  return (
    <li className={`flex wrap top break ruledBelow ${s.card}`}>
      {chosen && (
        <span className={s.box}>
          <ChooseBox rows={[row]} name={name} chosen={chosen} />
        </span>
      )}
      <div className="grow">
        {at('title').map(({ key, shown }) => (
          <div key={key}>{shown}</div>
        ))}
        {at('line').map(({ key, shown }) => (
          <div key={key} className="cap">
            {shown}
          </div>
        ))}
        <Labelled of={at('label')} />
      </div>
      {(aside.length > 0 || more) && (
        <div className={`stack ${s.aside}`}>
          {aside.map(({ key, shown }) => (
            <div key={key}>{shown}</div>
          ))}
          {more && (
            <UnstyledButton
              className={`row between ${s.fold}`}
              aria-expanded={line.isOpen}
              aria-label={`Details for ${name}`}
              onClick={line.toggle}
            >
              <Icon name="chevron-down" stroke={1.75} />
            </UnstyledButton>
          )}
        </div>
      )}
      {line.isOpen && <div className={`fill ${s.more}`}>{more}</div>}
    </li>
  )
}

function Labelled({ of }: { of: { key: string; head: string; shown: React.ReactNode }[] }) {
  if (of.length === 0) return null
  return (
    <dl className={`mt4 ${s.labelled}`}>
      {of.map(({ key, head, shown }) => (
        <div className="flex between gap16" key={key}>
          <dt className="rigid dim">{head}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
