import { UnstyledButton } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { filterOptions, toggled } from './filters.ts'
import { useCounts } from './ListCounts.tsx'
import s from './Toolbar.module.css'
import type { ListControls } from './useListQuery.ts'

const icons = { overdue: 'alert-circle', soon: 'clock', later: 'calendar' } as const

/** Filters for Overdue, Due Soon, and Due Later, each with its count. */
export function BucketChips({ list }: { list: ListControls }) {
  const counts = useCounts().bucket
  return (
    <fieldset className={`flex gap8 rigid ${s.chips}`}>
      <legend className="hide">Due</legend>
      {filterOptions.bucket.map(({ option, label }) => {
        const icon = icons[option]
        return (
          <UnstyledButton
            key={option}
            className={`inline gap6 rigid nowrap medium ${s.chip}`}
            data-bucket={option}
            data-none={counts[option] === 0 || undefined}
            aria-pressed={list.query.bucket.includes(option)}
            onClick={() => list.change(toggled(list.query, 'bucket', option))}
          >
            <Icon name={icon} size={16} stroke={1.9} />
            {label} <b>{counts[option].toLocaleString('en-US')}</b>
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}
