import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import type { ListView } from './listing.ts'
import type { ListControls } from './useListQuery.ts'
import s from './ViewSwitch.module.css'

const words: Record<ListView, string> = { tiles: 'Tiles', list: 'List' }
const icons = { tiles: IconLayoutGrid, list: IconList }

/** The device remembers the choice. `isWordy` shows text for narrow screens. */
export function ViewSwitch({ list, isWordy }: { list: ListControls; isWordy?: boolean }) {
  return (
    <SegmentedControl
      aria-label="View"
      className={isWordy ? undefined : `rigid ${s.switch}`}
      fullWidth={isWordy}
      value={list.query.view ?? 'tiles'}
      onChange={(view) => list.change({ view: view as ListView })}
      data={(['tiles', 'list'] as const).map((view) => {
        const Icon = icons[view]
        return {
          value: view,
          label: isWordy ? (
            words[view]
          ) : (
            <span className="grid" title={words[view]}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className="hide">{words[view]}</span>
            </span>
          ),
        }
      })}
    />
  )
}
