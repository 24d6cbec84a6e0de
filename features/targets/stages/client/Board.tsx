import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { tileAt } from '../../list/client/activeTile.ts'
import { besideInBoard, type Lane, laneBeside, laneFigures, laneName, makeLanes } from '../board.ts'
import { stageMedians } from '../queries.ts'
import s from './Board.module.css'
import { BoardLane } from './BoardLane.tsx'
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
  const [said, setSaid] = useState('')
  /** The card that takes the focus once its column shows it. */
  const [wanted, setWanted] = useState<string | null>(null)
  const moved = useRef<string | null>(null)

  const move = useSteadyCallback((id: string, { stage }: Pick<Lane, 'stage'>) => {
    const row = rows.find((one) => one.id === resolve(id))
    if (!row || !actions.move(row.id, stage?.id ?? null)) return
    moved.current = row.id
    setWanted(row.id)
  })
  // Screen readers say where the card is after the move.
  useEffect(() => {
    const id = moved.current
    if (id === null) return
    for (const lane of lanes) {
      const at = lane.rows.findIndex((row) => row.id === resolve(id))
      if (at < 0) continue
      moved.current = null
      const name = shortNameOf(lane.rows[at]!)
      setSaid(`${name} moved to ${laneName(lane)}, ${at + 1} of ${lane.rows.length}. ${laneFigures(lane)}.`)
    }
  }, [lanes, resolve])

  const keys = (event: KeyboardEvent) => {
    // A menu over the board handles its own keys. It isn't inside a tile.
    const id = tileAt(event.target)
    const { key } = event
    if (id === undefined || !isArrow(key) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.shiftKey) return setWanted(besideInBoard(lanes, resolve(id), key)?.id ?? id)
    if (key === 'ArrowUp' || key === 'ArrowDown') return
    const lane = laneBeside(lanes, resolve(id), key === 'ArrowRight' ? 1 : -1)
    if (lane) move(id, lane)
    else setSaid(key === 'ArrowRight' ? 'This is the last stage.' : 'This is the first column.')
  }
  const focused = useSteadyCallback(() => setWanted(null))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cards inside have the focus
    <div className={s.board} onKeyDown={keys} data-board>
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
          wanted={wanted !== null && lane.rows.some(({ id }) => id === resolve(wanted)) ? resolve(wanted) : null}
          onFocused={focused}
          onDrop={move}
        />
      ))}
    </div>
  )
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const
const isArrow = (key: string): key is (typeof arrows)[number] => (arrows as readonly string[]).includes(key)
