import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from '#core/client/afterPaint.ts'
import { useQuery } from '#core/client/query.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { tileAt, useWantedCard } from '../../list/client/activeTile.ts'
import { besideInBoard, type Lane, laneBeside, laneOf, makeLanes, saidOfMove } from '../board.ts'
import { stageMedians } from '../queries.ts'
import s from './Board.module.css'
import { BoardLane } from './BoardLane.tsx'
import { LanePager } from './LanePager.tsx'
import { useDragScroll } from './useDragScroll.ts'
import { useStages } from './useStages.ts'

/** A column per stage. Cards move by drag, from their menu, and with Shift and the arrow keys. */
export function Board({ rows, today }: { rows: readonly Target[]; today: string }) {
  const { stages } = useStages()
  const actions = useTargetActions()
  const { resolve } = useEngine().of(targetEndpoints)
  const [lanesOf] = useState(makeLanes)
  const lanes = useMemo(() => lanesOf(rows, stages), [lanesOf, rows, stages])
  const { value } = useQuery(stageMedians, undefined)
  const medians = useMemo(() => new Map(value?.medians.map(({ stage, days }) => [stage, days])), [value])
  const board = useRef<HTMLDivElement>(null)
  useDragScroll(board)
  const [said, setSaid] = useState('')
  const { id: wanted, takesFocus } = useWantedCard()
  /** The card that had the focus last, and its column then. */
  const held = useRef<{ id: string; stage: string | null } | null>(null)

  const hold = (id: string) => {
    // The focus follows a move before it's said.
    if (held.current && resolve(held.current.id) === resolve(id)) return
    const lane = laneOf(lanes, resolve(id))
    if (lane) held.current = { id, stage: lane.stage?.id ?? null }
  }
  const move = useSteadyCallback((id: string, { stage }: Pick<Lane, 'stage'>) => {
    hold(id)
    // Removing the focused card from its column would force a layout in the middle of the change.
    if (board.current?.contains(document.activeElement)) (document.activeElement as HTMLElement).blur()
    actions.move(resolve(id), stage?.id ?? null)
    focusCard(id)
  })
  // Says where the card is after any move: by keys, by drag, from its menu, by Undo, or by a colleague.
  useEffect(() => {
    const id = held.current && resolve(held.current.id)
    const lane = id && laneOf(lanes, id)
    if (!lane || (lane.stage?.id ?? null) === held.current!.stage) return
    held.current = { id, stage: lane.stage?.id ?? null }
    afterPaint(() => {
      setSaid(saidOfMove(lane, id, shortNameOf(lane.rows.find((row) => row.id === id))))
      // Its menu has closed by now, and what had the focus is no longer there.
      if (document.activeElement === document.body) focusCard(id)
    })
  }, [lanes, resolve])

  const keys = (event: KeyboardEvent) => {
    // A menu over the board handles its own keys. It isn't inside a tile.
    const id = tileAt(event.target)
    const key = likeArrows[event.key] ?? event.key
    if (id === undefined || !isArrow(key) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.shiftKey) return focusCard(besideInBoard(lanes, resolve(id), key)?.id ?? id)
    if (key === 'ArrowUp' || key === 'ArrowDown') return
    const lane = laneBeside(lanes, resolve(id), key === 'ArrowRight' ? 1 : -1)
    if (lane) move(id, lane)
    else setSaid(key === 'ArrowRight' ? 'This is the last stage.' : 'This is the first column.')
  }
  const watch = ({ target }: FocusEvent) => {
    const id = tileAt(target)
    if (id !== undefined) hold(id)
  }
  const wantedHere = wanted === null ? null : resolve(wanted)
  const wantedIn = wantedHere === null ? null : laneOf(lanes, wantedHere)
  // A filter can hide a card that moved.
  useEffect(() => {
    if (wanted !== null && !wantedIn) useWantedCard.setState({ id: null })
  })
  return (
    <>
      <LanePager board={board} lanes={lanes} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cards inside have the focus */}
      <div ref={board} className={s.board} onKeyDown={keys} onFocus={watch} data-board>
        <p className="hide" role="status">
          {said}
        </p>
        <p className="hide" id="board-keys">
          Arrow keys move between cards. Shift and the left or right arrow key move the card to another stage.
        </p>
        {lanes.map((lane) => (
          <BoardLane
            key={lane.stage?.id ?? 'none'}
            lane={lane}
            today={today}
            medians={medians}
            wanted={lane === wantedIn ? wantedHere : null}
            takesFocus={takesFocus}
            onDrop={move}
          />
        ))}
      </div>
    </>
  )
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
/** As in lists. */
const likeArrows: Record<string, string> = { j: 'ArrowDown', k: 'ArrowUp' }
const isArrow = (key: string): key is (typeof arrows)[number] => (arrows as readonly string[]).includes(key)
const focusCard = (id: string) => useWantedCard.setState({ id, takesFocus: true })
