import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import type { Status } from '../../contract.ts'
import { firstDirection, type ListSort } from '../order.ts'
import s from './DenseList.module.css'
import { directionLabels, turned } from './filters.ts'
import type { ListControls } from './useListQuery.ts'

/** Headings of the wide column and the day column. */
const words: Record<Status, { wide: string; day: string }> = {
  active: { wide: 'Step', day: 'Due' },
  archived: { wide: 'Step', day: 'Due when pursued again' },
  completed: { wide: 'Objective', day: 'Won on' },
  lost: { wide: 'Objective', day: 'Reason' },
  deleted: { wide: 'Objective', day: 'Deleted forever in' },
}

/** Names the columns. Clicking one sorts by it, clicking it again reverses the order. */
export function DenseHead({ status, list }: { status: Status; list: ListControls }) {
  const { wide, day } = words[status]
  const head = { list }
  return (
    <div className={`grid middle gap12 cap medium ruledBelow ${s.head}`}>
      <span />
      <Sorted {...head} by="company" label="Company" />
      <Sorted {...head} by="contact" label="Contact" />
      <span>{wide}</span>
      {status === 'lost' ? <span>{day}</span> : <Sorted {...head} by="due" label={day} />}
      <Sorted {...head} by="value" label="Value" />
      <Sorted {...head} by="revenue" label="Revenue" className="end" />
      <span />
    </div>
  )
}

type SortedProps = { by: ListSort; label: string; list: ListControls; className?: string | undefined }

function Sorted({ by, label, list, className }: SortedProps) {
  const { sort, dir } = list.query
  const isOn = sort === by
  const arrow = dir === 'asc' ? 'arrow-up' : 'arrow-down'
  return (
    <UnstyledButton
      className={`row small shrink gap2 ${s.sort} ${className ?? ''}`}
      aria-label={`Sort by ${label}${isOn ? `, now ${directionLabels(by, dir).toLowerCase()}` : ''}`}
      aria-pressed={isOn}
      title={label}
      onClick={() => list.change({ sort: by, dir: isOn ? turned(dir) : firstDirection(by) })}
    >
      <span className="one">{label}</span>
      {isOn && <Icon name={arrow} size={12} stroke={2} />}
    </UnstyledButton>
  )
}
