import { useId } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import { type ListView, views } from './listing.ts'
import type { ListControls } from './useListQuery.ts'
import s from './ViewSwitch.module.css'

const words: Record<ListView, string> = { tiles: 'Tiles', list: 'List' }
const icons = { tiles: 'layout-grid', list: 'list' } as const

/** The device remembers the choice. `isWordy` shows text for narrow screens. */
export function ViewSwitch({ list, isWordy }: { list: ListControls; isWordy?: boolean }) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label="View"
      className={`flex rounded sunken ${s.switch}`}
      data-wordy={isWordy || undefined}
    >
      {views.map((view) => (
        <label key={view} className={`grid centered medium ${s.choice}`} title={isWordy ? undefined : words[view]}>
          <input
            type="radio"
            className="hide"
            name={name}
            checked={(list.query.view ?? 'tiles') === view}
            onChange={() => list.change({ view })}
          />
          {isWordy ? (
            words[view]
          ) : (
            <>
              <Icon name={icons[view]} />
              <span className="hide">{words[view]}</span>
            </>
          )}
        </label>
      ))}
    </div>
  )
}
