import { UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconCalendar, IconClock } from '@tabler/icons-react'
import { filterOptions, toggled } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const icons = { overdue: IconAlertCircle, soon: IconClock, later: IconCalendar }

/** Filters for Overdue, Due Soon, and Due Later, each with its count. */
export function BucketChips({ list }: { list: ListControls }) {
  const counts = useCounts().bucket
  return (
    <fieldset className={`flex gap8 rigid ${s.chips}`}>
      <legend className="hide">Due</legend>
      {filterOptions.bucket.map(({ option, label }) => {
        const Icon = icons[option]
        return (
          <UnstyledButton
            key={option}
            className={`inline gap6 rigid nowrap medium ${s.chip}`}
            data-bucket={option}
            data-none={counts[option] === 0 || undefined}
            aria-pressed={list.query.bucket.includes(option)}
            onClick={() => list.change(toggled(list.query, 'bucket', option))}
          >
            <Icon size={16} stroke={1.9} aria-hidden />
            {label} <b>{counts[option].toLocaleString('en-US')}</b>
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
