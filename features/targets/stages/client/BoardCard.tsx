import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#core/client/afterPaint.ts'
import { useRow } from '#core/client/sync.tsx'
import { abbreviateAmount, formatAmount } from '#core/contract/money.ts'
import { formatClose, isPassed } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { tileOf } from '../../facts.ts'
import { SelectBox } from '../../list/client/SelectBox.tsx'
import { TileWhen } from '../../list/client/TileWhen.tsx'
import { daysIn, isStuckInStage } from '../daysInStage.ts'
import s from './Board.module.css'

type Props = { id: string; today: string; medians: ReadonlyMap<string, number> }

/** A Target on the board. Rendered again only when its own row changes. The list handles its clicks by `data-act`. */
export const BoardCard = memo(function BoardCard({ id, today, medians }: Props) {
  const target = useRow(targetEndpoints, id)
  const place = useTargetPlace()
  const card = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  const isHere = target !== undefined
  useEffect(() => {
    const element = card.current
    if (!element || !isHere) return
    let stop: (() => void) | null = null
    let isGone = false
    // A move that renders many cards is shown first.
    afterPaint(() => {
      if (isGone) return
      stop = draggable({
        element,
        getInitialData: () => ({ kind: 'target', id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      })
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [id, isHere])
  if (!target) return null
  const tile = tileOf(target, today)
  const name = shortNameOf(tile)
  const { projected_revenue: projected, expected_close: close } = tile
  return (
    <article
      ref={card}
      className={`card stack relative ${s.card}`}
      data-tile={id}
      data-dragged={isDragged || undefined}
      data-temporary={tile.isTemp || undefined}
      aria-label={targetDisplayName(tile)}
    >
      <h4 className={`row body strong ${s.name}`}>
        <a href={place.pathOf(id)} title={name} data-act="open" aria-describedby="board-keys" draggable={false}>
          {name}
        </a>
        <SelectBox id={id} name={name} isInline />
      </h4>
      <p className={`row between gap8 ${s.line}`}>
        <span className="cap one">{tile.company ? tile.contact : tile.goal}</span>
        <span className="num strong size14 rigid" title={formatAmount(projected) || undefined}>
          {abbreviateAmount(projected)}
        </span>
      </p>
      <p className={s.due}>
        <TileWhen tile={tile} today={today} />
      </p>
      {tile.error === undefined ? (
        <DaysInStage tile={tile} today={today} medians={medians} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={`bare bad cap relative one ${s.retry}`}
          title={tile.error || undefined}
          data-act="retry"
        >
          Unable to sync. Try again
        </button>
      )}
      {close && (
        <p className={`cap one ${isPassed(close, today) ? 'bad' : ''}`} title="Expected close">
          {formatClose(close)}
          {isPassed(close, today) && ' passed'}
        </p>
      )}
      <button
        type="button"
        className={`bare iconButton absolute dim ${s.dots}`}
        title="More"
        aria-label={`More for ${name}`}
        aria-haspopup="menu"
        data-act="more"
      >
        <Icon name="dots" stroke={1.75} />
      </button>
    </article>
  )
})

type Days = Pick<Props, 'today' | 'medians'> & { tile: Target }

function DaysInStage({ tile, today, medians }: Days) {
  const days = daysIn(tile, today)
  if (days === null) return null
  return isStuckInStage(tile, today, medians) ? (
    <p
      className="cap one bad"
      title="In this stage for more than twice as long as usual in your firm, without time on hold"
    >
      {days}, stuck
    </p>
  ) : (
    <p className="cap one">In stage {days}</p>
  )
}
