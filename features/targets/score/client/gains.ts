// What is done on this device and not in the server's figures yet.
import { afterPaintOf } from '#core/client/afterPaint.ts'
import type { Engine, Outgoing } from '#core/sync/client/engine.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { type Gain, gainOf, sumOf } from './figures.ts'

type Counted = { rowId: string; gain: Gain }

/**
 * What the outbox will add to the figures. What was sent stays counted until a summary that was asked for afterwards
 * has come, so that a figure neither counts it twice nor falls back in between.
 */
export function gainsOf(engine: Pick<Engine, 'outbox' | 'of'>) {
  const waiting = new Map<string, Counted>()
  const sent = new Map<string, Counted>()
  let sum = sumOf([])
  const isQueued = ({ state }: Outgoing) => state === 'waiting' || state === 'sending'
  // What was taken back or refused leaves no trace on its row.
  const isApplied = (key: string, { rowId }: Counted) =>
    (engine.of(targetEndpoints).get(engine.of(targetEndpoints).resolve(rowId)) as Target | undefined)?.undo?.key === key

  const look = () => {
    const queued = engine.outbox.list().filter(isQueued)
    const keys = new Set(queued.map(({ key }) => key))
    for (const [key, counted] of waiting) {
      if (keys.has(key)) continue
      waiting.delete(key)
      sent.set(key, counted)
    }
    for (const [key, counted] of sent) if (!isApplied(key, counted)) sent.delete(key)
    for (const one of queued) if (!waiting.has(one.key)) waiting.set(one.key, { rowId: one.rowId, gain: gainOf(one) })
    add()
  }
  const add = () => {
    const next = sumOf([...waiting.values(), ...sent.values()].map(({ gain }) => gain))
    if (next.steps !== sum.steps || next.revenue !== sum.revenue || next.won !== sum.won) sum = next
  }
  return {
    get: () => {
      look()
      return sum
    },
    subscribe: afterPaintOf(engine.outbox.subscribe),
    /** Call it before asking the server, and what it returns once the answer is in. */
    settleBy: () => {
      look()
      const before = [...sent.keys()]
      return () => {
        for (const key of before) sent.delete(key)
        add()
      }
    },
  }
}
