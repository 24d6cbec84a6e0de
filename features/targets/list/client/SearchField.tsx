import type { Ref } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import { limits, type Status } from '../../contract.ts'
import { useStatusCounts } from './ListCounts.tsx'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  status: Status
  list: ListControls
  /** On a phone, the field is shown while in use. */
  isOpen: boolean
  onActive: (isActive: boolean) => void
}

/** Shows how many targets can be searched. Separate, so that a new count renders only this field. */
export function SearchField({ ref, status, list, isOpen, onActive }: Props) {
  const all = useStatusCounts()[status]
  return (
    <span className={`row relative ${s.search}`} data-open={isOpen || undefined}>
      <Icon name="search" size={16} stroke={1.75} className="absolute dim" />
      <input
        ref={ref}
        className="fill"
        onFocus={() => onActive(true)}
        onBlur={() => onActive(false)}
        aria-label="Search these Targets"
        placeholder={`Filter these ${all.toLocaleString('en-US')}`}
        title="Search (/)"
        maxLength={limits.search}
        value={list.typed}
        onChange={(event) => list.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && list.typed !== '') list.type('')
        }}
      />
      {list.typed !== '' && (
        <button
          type="button"
          className={`bare iconButton dim ${s.clear}`}
          aria-label="Clear the search"
          onClick={() => list.type('')}
        >
          <Icon name="x" size={16} stroke={2} />
        </button>
      )}
    </span>
  )
}
