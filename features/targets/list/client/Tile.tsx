import { memo, useState } from 'react'
import { useLazy } from '#core/client/lazyComponent.tsx'
import { useRow } from '#core/client/sync.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { formatLastTouch } from '#features/touches/lastTouchContract.ts'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type TargetTile as TileRow, targetEndpoints } from '../../contract.ts'
import { asksForStep, tileOf } from '../../facts.ts'
import { useLastTouch } from '../../touches/client/lastTouches.ts'
import { useActiveTile } from './activeTile.ts'
import { SelectBox } from './SelectBox.tsx'
import { useSelection } from './selection.ts'
import s from './Tile.module.css'
import { TileActs } from './TileActs.tsx'
import { TileFoot } from './TileFoot.tsx'
import { TileStep } from './TileStep.tsx'
import { TileTags } from './TileTags.tsx'

const loadEdit = () => import('./TileEdit.tsx').then((file) => file.TileEdit)

type Props = {
  id: string
  /** The firm's day, 'YYYY-MM-DD'. */
  today: string
  isFlipped: boolean
  /** Flips this tile to its back, or with null to its front. */
  onFlip: (id: string | null) => void
  /** Place in the grid while a tile is flipped, counted from 1. */
  line?: number | undefined
  column?: number | undefined
  /** Pixels from the top of the list, for a tile away from the visible lines. */
  top?: number | undefined
  /** Follows the element's height. */
  measure: (element: HTMLElement | null) => (() => void) | undefined
}

/** One target in a list. Rendered again only when its own row changes. The list handles its clicks by `data-act`. */
export const Tile = memo(function Tile({ id, today, isFlipped, onFlip, line, column, top, measure }: Props) {
  const target = useRow(targetEndpoints, id)
  // The first render isn't animated, every later flip is.
  const [first] = useState(isFlipped)
  const [hasTurned, setTurned] = useState(false)
  if (isFlipped !== first && !hasTurned) setTurned(true)
  if (!target) return null
  const tile = tileOf(target, today)
  return (
    <div
      ref={measure}
      className={top === undefined ? `grid shrink ${s.cell}` : `grid shrink ${s.cell} ${s.away}`}
      style={column === undefined ? undefined : placeOf(column, line, top, isFlipped)}
      data-flipped={isFlipped || undefined}
      data-turned={hasTurned || undefined}
      data-tile={id}
    >
      {isFlipped ? (
        <Back id={id} tile={tile} today={today} onFlip={onFlip} />
      ) : (
        <Front tile={tile} id={id} today={today} />
      )}
    </div>
  )
})

/** Uses two grid rows per line. A form taller than the other tiles extends into the second. */
const placeOf = (column: number, line: number | undefined, top: number | undefined, isFlipped: boolean) => ({
  gridColumn: column,
  ...(line === undefined ? { top } : { gridRow: `${2 * line - 1} / span ${isFlipped ? 2 : 1}` }),
})

type SideProps = { id: string; tile: TileRow; today: string }

/** Shows the front until the form's code has loaded. */
function Back({ onFlip, ...front }: SideProps & Pick<Props, 'onFlip'>) {
  const Edit = useLazy(loadEdit)
  return Edit ? <Edit id={front.id} onDone={() => onFlip(null)} /> : <Front {...front} />
}

function Front({ tile, id, today }: SideProps) {
  const place = useTargetPlace()
  const isActive = useActiveTile((state) => state.id === id)
  const isSelecting = useSelection(({ ids }) => ids.size > 0)
  const name = shortNameOf(tile)
  const touched = useLastTouch(tile)
  const said = touched && formatLastTouch(touched, today)
  const state =
    tile.error !== undefined ? 'error' : tile.isTemp ? 'temporary' : asksForStep(tile) ? 'reactivated' : undefined
  return (
    <article
      className={`card stack shrink relative ${s.tile}`}
      data-state={state}
      data-status={tile.status}
      aria-label={targetDisplayName(tile)}
    >
      <div className={`row gap12 dim ${s.top}`}>
        {!place.proxyFor && (isActive || isSelecting) && <SelectBox id={id} name={name} />}
        <TileTags tile={tile} />
        {isActive && tile.status === 'active' && <TileActs name={name} hasStep={tile.due !== null} />}
        {state === 'temporary' && (
          <span className={`inline nowrap medium ${s.sync}`}>
            <Icon name="cloud-up" size={16} stroke={1.75} />
            Not synced yet
          </span>
        )}
        {state === 'error' && (
          <span className={`inline nowrap medium ${s.sync}`} data-bad title={tile.error || undefined}>
            <Icon name="alert-triangle" size={16} stroke={1.75} />
            Unable to sync
          </span>
        )}
        <button
          type="button"
          tabIndex={-1}
          className={`bare iconButton dim ${s.dots}`}
          title="More"
          aria-label={`More for ${name}`}
          aria-haspopup="menu"
          data-act="more"
        />
      </div>
      <h3 className={`${s.company} one`}>
        <a href={place.pathOf(id)} title={name} data-act="open">
          {name}
        </a>
      </h3>
      <p className={`${s.contact} one`}>{[tile.company && tile.contact, said].filter(Boolean).join(' · ')}</p>
      <TileStep tile={tile} />
      <TileFoot tile={tile} today={today} />
    </article>
  )
}
