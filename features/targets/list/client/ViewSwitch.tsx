import { useId } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import type { Status } from '../../contract.ts'
import { useStages } from '../../stages/client/useStages.ts'
import { type ListView, viewShown, views } from './listing.ts'
import type { ListControls } from './useListQuery.ts'
import s from './ViewSwitch.module.css'

const words: Record<ListView, string> = { tiles: 'Tiles', list: 'List', board: 'Board' }
const icons = { tiles: 'layout-grid', list: 'list', board: 'layout-kanban' } as const

type Props = { status: Status; list: ListControls; isWordy?: boolean }

/** The device remembers the choice. `isWordy` shows text for narrow screens. */
export function ViewSwitch({ status, list, isWordy }: Props) {
  const name = useId()
  const { isOn } = useStages()
  const offered = views.filter((view) => viewShown(view, status, isOn) === view)
  return (
    <div
      role="radiogroup"
      aria-label="View"
      className={`flex rounded sunken ${s.switch}`}
      data-wordy={isWordy || undefined}
    >
      {offered.map((view) => (
        <label key={view} className={`grid centered medium ${s.choice}`} title={isWordy ? undefined : words[view]}>
          <input
            type="radio"
            className="hide"
            name={name}
            checked={viewShown(list.query.view, status, isOn) === view}
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
