import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from '#core/client/afterPaint.ts'
import { useSteadyKeys } from '#core/client/useSteadyKeys.ts'
import { abbreviateAmount, formatAmount } from '#core/contract/money.ts'
import { targetEndpoints } from '../../contract.ts'
import { tileAt, useWantedCard } from '../../list/client/activeTile.ts'
import { type Lane, laneName, withoutAmount } from '../board.ts'
import s from './Board.module.css'
import { BoardCard } from './BoardCard.tsx'
import { CARD, useCardWindow } from './useCardWindow.ts'

type Props = {
  lane: Lane
  today: string
  /** The firm's median days by stage. */
  medians: ReadonlyMap<string, number>
  /** ID of the card to scroll to. */
  wanted: string | null
  takesFocus: boolean
  onDrop: (id: string, lane: Lane) => void
}

/** A stage's cards. Renders only those near the visible part of the column, with focus, or being dragged. */
export const BoardLane = memo(function BoardLane({ lane, today, medians, wanted, takesFocus, onDrop }: Props) {
  const { stage, rows, sum, without } = lane
  const section = useRef<HTMLElement>(null)
  const held = useRef<Record<'focused' | 'dragged', string | undefined>>({ focused: undefined, dragged: undefined })
  const titleId = useId()
  const keyOf = useSteadyKeys(targetEndpoints, rows)
  const placeOf = (id: string | null | undefined) => (id ? rows.findIndex((row) => row.id === id) : -1)
  const at = placeOf(wanted)
  const { scroller, places, reach } = useCardWindow(rows.length, [
    at,
    placeOf(held.current.focused),
    placeOf(held.current.dragged),
  ])
  const isOver = useDrop(section, lane, onDrop)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card is focused once, however the column changes after
  useLayoutEffect(() => {
    if (at < 0) return
    if (takesFocus) focus(scroller.current, wanted!)
    // The move is shown first, and then the cards around the place that it led to.
    afterPaint(() => {
      reach(at)
      section.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      if (useWantedCard.getState().id === wanted) useWantedCard.setState({ id: null })
    })
  }, [at < 0, wanted])
  return (
    <section
      ref={section}
      className={`stack rounded sunken ${s.lane}`}
      aria-labelledby={titleId}
      data-lane
      data-over={isOver || undefined}
    >
      <header className={s.head} title={stage?.meaning || undefined}>
        <h3 className="row gap8 body strong" id={titleId}>
          <span className="one" dir="auto" title={laneName(lane)}>
            {laneName(lane)}
          </span>
          <span className="cap num regular rigid">{rows.length.toLocaleString('en-US')}</span>
        </h3>
        <p className="cap num one" title={formatAmount(sum) || undefined}>
          {rows.length === 0 ? 'No Targets' : abbreviateAmount(sum)}
        </p>
        <p className="cap num one">{without > 0 && withoutAmount(without)}</p>
      </header>
      <div ref={scroller} className={s.cards} data-cards>
        <ul
          className="relative"
          style={{ height: rows.length * CARD }}
          onFocus={({ target }) => {
            held.current.focused = tileAt(target)
          }}
          onBlur={() => {
            held.current.focused = undefined
          }}
          onDragStart={({ target }) => {
            held.current.dragged = tileAt(target)
          }}
          onDragEnd={() => {
            held.current.dragged = undefined
          }}
        >
          {places.map((place) => (
            <li
              key={keyOf(rows[place]!.id)}
              aria-setsize={rows.length}
              aria-posinset={place + 1}
              className={`absolute ${s.slot}`}
              style={{ top: place * CARD }}
            >
              <BoardCard id={rows[place]!.id} today={today} medians={medians} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
})

const focus = (within: HTMLElement | null, id: string) =>
  within
    ?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"] [data-act="open"]`)
    ?.focus({ preventScroll: true })

/** Takes cards of other columns. Returns whether one is over this column. */
function useDrop(section: { current: HTMLElement | null }, lane: Lane, onDrop: Props['onDrop']): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ lane, onDrop })
  latest.current = { lane, onDrop }
  useEffect(() => {
    const element = section.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) =>
        source.data.kind === 'target' && !latest.current.lane.rows.some(({ id }) => id === source.data.id),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        latest.current.onDrop(String(source.data.id), latest.current.lane)
      },
    })
  }, [section])
  return isOver
}
