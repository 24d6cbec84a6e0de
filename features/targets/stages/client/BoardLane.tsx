import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useId, useRef, useState } from 'react'
import { useSteadyKeys } from '#core/client/useSteadyKeys.ts'
import { abbreviateAmount, formatAmount } from '#core/contract/money.ts'
import { useRangeWith } from '#core/ui/useRangeWith.ts'
import { targetEndpoints } from '../../contract.ts'
import { type Lane, laneName } from '../board.ts'
import s from './Board.module.css'
import { BoardCard } from './BoardCard.tsx'

type Props = {
  lane: Lane
  today: string
  /** The firm's median days by stage. */
  medians: ReadonlyMap<string, number>
  /** ID of the card to focus. */
  wanted: string | null
  onFocused: () => void
  onDrop: (id: string, lane: Lane) => void
}

/** Height of a card with the space below it, in pixels. */
const CARD = 118

/** A stage's cards. Renders only those near the visible part of the column. */
export const BoardLane = memo(function BoardLane({ lane, today, medians, wanted, onFocused, onDrop }: Props) {
  const { stage, rows, sum, without } = lane
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const keyOf = useSteadyKeys(targetEndpoints, rows)
  const at = wanted === null ? -1 : rows.findIndex(({ id }) => id === wanted)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    getItemKey: (index) => keyOf(rows[index]!.id),
    overscan: 3,
    rangeExtractor: useRangeWith(at),
  })
  const isOver = useDrop(section, lane, onDrop)
  useEffect(() => {
    if (at < 0) return
    virtual.scrollToIndex(at)
    const frame = requestAnimationFrame(() => {
      const card = scroller.current?.querySelector<HTMLElement>(
        `[data-tile="${CSS.escape(wanted!)}"] [data-act="open"]`,
      )
      card?.focus({ preventScroll: true })
      section.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      onFocused()
    })
    return () => cancelAnimationFrame(frame)
  }, [at, wanted, virtual, onFocused])
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
          <span className="one">{laneName(lane)}</span>
          <span className="cap num regular rigid">{rows.length.toLocaleString('en-US')}</span>
        </h3>
        <p className="cap num one">
          {sum > 0 && <span title={formatAmount(sum)}>{abbreviateAmount(sum)}</span>}
          {sum > 0 && without > 0 && ' · '}
          {without > 0 && `${without.toLocaleString('en-US')} without an amount`}
          {rows.length === 0 && 'No Targets'}
        </p>
      </header>
      <div ref={scroller} className={s.cards}>
        <ul className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={`absolute ${s.slot}`}
              style={{ top: start }}
            >
              <BoardCard id={rows[index]!.id} today={today} medians={medians} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
})

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
