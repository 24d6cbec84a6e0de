import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown } from '@tabler/icons-react'
import s from './Cards.module.css'
import { ChooseBox } from './ChooseBox.tsx'
import type { Column, TableProps } from './columns.ts'
import type { Line, Lines } from './useLines.ts'

/** The same rows on a phone: a title, what stands beside and below it, and the rest with its head before it. */
export function Cards<R>(props: TableProps<R> & Lines<R> & { rows: readonly R[] }) {
  const { label, columns, rows, chosen, lines, isBusy } = props
  const sums = columns.filter(({ sum }) => sum !== undefined)
  return (
    <>
      {chosen && rows.length > 0 && (
        <div className={s.all}>
          <ChooseBox rows={rows} chosen={chosen} isWordy />
        </div>
      )}
      {props.hasCardSort && rows.length > 1 && <SortBy {...props} />}
      <ul className={s.cards} aria-label={label} aria-busy={isBusy || undefined}>
        {lines.map((line) =>
          line.row === null ? (
            <Group key={line.key} line={line} />
          ) : (
            <Card key={line.key} {...props} line={line} row={line.row} />
          ),
        )}
        {sums.length > 0 && (
          <li className={s.card} data-sum>
            <Labelled of={sums.map(({ key, head, sum }) => ({ key, head, shown: sum }))} />
          </li>
        )}
      </ul>
    </>
  )
}

/** What heads do where there is room: by which column the cards are sorted, and in which direction. */
function SortBy<R>({ columns, sortedBy, sort }: TableProps<R> & Lines<R>) {
  const able = columns.filter((column) => sort(column))
  const now = able.find((column) => sortedBy(column))
  const isDown = now && sortedBy(now) === 'descending'
  const Arrow = isDown ? IconArrowDown : IconArrowUp
  return (
    <div className={s.sort}>
      <NativeSelect
        aria-label="Sort by"
        data={able.map(({ key, head }) => ({ value: key, label: head }))}
        value={now?.key ?? ''}
        onChange={(event) => {
          const to = able.find(({ key }) => key === event.currentTarget.value)
          if (to) sort(to)?.()
        }}
      />
      {now && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={isDown ? 'Sort ascending' : 'Sort descending'}
          onClick={() => sort(now)?.()}
        >
          <Arrow size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

const Group = <R,>({ line }: { line: Line<R> }) => (
  <li className={s.groupCard}>
    <UnstyledButton className={s.fold} aria-expanded={line.isOpen} onClick={line.toggle}>
      <b>
        {line.group} <small>{line.rows.length}</small>
      </b>
      <IconChevronDown size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  </li>
)

function Card<R>(props: TableProps<R> & { line: Line<R>; row: R }) {
  const { columns, chosen, line, row, nameOf, keyOf, moreOf } = props
  const at = (place: Column<R>['onCard']) =>
    columns
      .filter(({ onCard }, index) => (onCard ?? (index === 0 ? 'title' : 'label')) === place)
      .map((column) => ({ ...column, shown: column.cell(row, line.below) }))
      .filter(({ shown }) => shown !== null && shown !== undefined && shown !== '' && shown !== false)
  const more = moreOf?.(row)
  const name = nameOf?.(row) ?? keyOf(row)
  const aside = at('aside')
  return (
    <li className={s.card}>
      {chosen && (
        <span className={s.box}>
          <ChooseBox rows={[row]} name={name} chosen={chosen} />
        </span>
      )}
      <div className={s.main}>
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
        <div className={s.aside}>
          {aside.map(({ key, shown }) => (
            <div key={key}>{shown}</div>
          ))}
          {more && (
            <UnstyledButton
              className={s.fold}
              aria-expanded={line.isOpen}
              aria-label={`More about ${name}`}
              onClick={line.toggle}
            >
              <IconChevronDown size={18} stroke={1.75} aria-hidden />
            </UnstyledButton>
          )}
        </div>
      )}
      {line.isOpen && <div className={s.more}>{more}</div>}
    </li>
  )
}

function Labelled({ of }: { of: { key: string; head: string; shown: React.ReactNode }[] }) {
  if (of.length === 0) return null
  return (
    <dl className={s.labelled}>
      {of.map(({ key, head, shown }) => (
        <div key={key}>
          <dt>{head}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
