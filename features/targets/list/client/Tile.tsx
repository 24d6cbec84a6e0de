import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { useLazy } from '#core/client/lazyComponent.tsx'
import { useRow } from '#core/client/sync.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type TargetTile as TileRow, targetEndpoints } from '../../contract.ts'
import { asksForStep, tileOf } from '../../facts.ts'
import { SelectBox } from './SelectBox.tsx'
import s from './Tile.module.css'
import { TileFoot } from './TileFoot.tsx'
import { TileStep } from './TileStep.tsx'
import { TileTags } from './TileTags.tsx'
import { useTileActions } from './useTileActions.ts'

const loadEdit = () => import('./TileEdit.tsx').then((file) => file.TileEdit)

export type TileMenuKind = 'more' | 'snooze'
type Props = {
  id: string
  /** The firm's day, 'YYYY-MM-DD'. */
  today: string
  isFlipped: boolean
  /** Flips this tile to its back, or with null to its front. */
  onFlip: (id: string | null) => void
  onMenu: (id: string, kind: TileMenuKind, button: HTMLElement) => void
}

/** One target in a list. Rendered again only when its own row changes. */
export const Tile = memo(function Tile({ id, today, isFlipped, onFlip, onMenu }: Props) {
  const target = useRow(targetEndpoints, id)
  // The first render isn't animated, every later flip is.
  const [first] = useState(isFlipped)
  const [hasTurned, setTurned] = useState(false)
  if (isFlipped !== first && !hasTurned) setTurned(true)
  if (!target) return null
  const shown = { tile: tileOf(target, today), today, onFlip, onMenu }
  return (
    <div
      className={`grid shrink ${s.cell}`}
      data-flipped={isFlipped || undefined}
      data-turned={hasTurned || undefined}
      data-tile={id}
    >
      {isFlipped ? <Back id={id} {...shown} /> : <Front {...shown} />}
    </div>
  )
})

type SideProps = Omit<Props, 'id' | 'isFlipped'> & { tile: TileRow }

/** Shows the front until the form's code has loaded. */
function Back({ id, ...rest }: SideProps & { id: string }) {
  const Edit = useLazy(loadEdit)
  return Edit ? <Edit id={id} onDone={() => rest.onFlip(null)} /> : <Front {...rest} />
}

function Front({ tile, today, onFlip, onMenu }: SideProps) {
  const { pursue, retry } = useTileActions()
  const place = useTargetPlace()
  const { id } = tile
  const name = shortNameOf(tile)
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
        {!place.proxyFor && <SelectBox id={id} name={name} />}
        <TileTags tile={tile} />
        <span className={`row relative ${s.acts}`}>
          {tile.status === 'active' && (
            <span className={s.more}>
              {tile.due && (
                <ActionIcon
                  tabIndex={-1}
                  size={28}
                  title="Snooze"
                  aria-label={`Snooze ${name}`}
                  aria-haspopup="menu"
                  onClick={(event) => onMenu(id, 'snooze', event.currentTarget)}
                >
                  <Icon name="alarm-snooze" />
                </ActionIcon>
              )}
              <ActionIcon
                tabIndex={-1}
                size={28}
                title="Edit"
                aria-label={`Edit ${name}`}
                data-edit
                onClick={() => onFlip(id)}
              >
                <Icon name="pencil" />
              </ActionIcon>
              <ActionIcon
                tabIndex={-1}
                size={28}
                title="Won"
                aria-label={`Mark ${name} as won`}
                onClick={() => targetDialogs.complete(id)}
              >
                <Icon name="trophy" />
              </ActionIcon>
            </span>
          )}
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
          <ActionIcon
            tabIndex={-1}
            size={28}
            className={s.dots}
            title="More"
            aria-label={`More for ${name}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(id, 'more', event.currentTarget)}
          >
            <Icon name="dots" stroke={1.75} />
          </ActionIcon>
        </span>
      </div>
      <h3 className={`${s.company} one`}>
        <Link to={place.pathOf(id)} title={name}>
          {name}
        </Link>
      </h3>
      <p className={`${s.contact} one`}>{tile.company ? tile.contact : ''}</p>
      <TileStep tile={tile} onNextStep={() => targetDialogs.nextStep(id)} onPursue={() => pursue(id)} />
      <TileFoot tile={tile} today={today} onRetry={() => retry(id)} />
    </article>
  )
}
