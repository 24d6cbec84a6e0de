import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useRef, useState } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { abbreviateAmount, formatAmount } from '#core/contract/money.ts'
import { formatClose, isPassed } from '#core/contract/stages.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { targetEndpoints } from '../../contract.ts'
import { tileOf } from '../../facts.ts'
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
    return draggable({
      element,
      getInitialData: () => ({ kind: 'target', id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
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
      <h4 className={`body strong ${s.name} one`}>
        <a href={place.pathOf(id)} title={name} data-act="open" aria-describedby="board-keys" draggable={false}>
          {name}
        </a>
      </h4>
      <p className="cap one">{tile.company ? tile.contact : tile.goal}</p>
      <p className={`row between gap8 ${s.line}`}>
        <TileWhen tile={tile} today={today} />
        <span className="num strong" title={formatAmount(projected) || undefined}>
          {abbreviateAmount(projected)}
        </span>
      </p>
      <p className={`row between gap8 cap ${s.line}`}>
        {isStuckInStage(tile, today, medians) ? (
          <span className="one bad" title="In this stage for more than twice as long as usual in your firm">
            {daysIn(tile, today)}, stuck
          </span>
        ) : (
          <span className="one">{daysIn(tile, today)}</span>
        )}
        {close && (
          <span className={isPassed(close, today) ? 'bad nowrap' : 'nowrap'}>
            {formatClose(close)}
            {isPassed(close, today) && ' passed'}
          </span>
        )}
      </p>
      <button
        type="button"
        tabIndex={-1}
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
