import { SegmentedControl } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { ListView } from './listing.ts'
import type { ListControls } from './useListQuery.ts'
import s from './ViewSwitch.module.css'

const words: Record<ListView, string> = { tiles: 'Tiles', list: 'List' }
const icons = { tiles: 'layout-grid', list: 'list' } as const

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
        const icon = icons[view]
        return {
          value: view,
          label: isWordy ? (
            words[view]
          ) : (
            <span className="grid" title={words[view]}>
              <Icon name={icon} />
              <span className="hide">{words[view]}</span>
            </span>
          ),
        }
      })}
    />
  )
}
