// Tracks actions of this device that the server's figures don't include yet.
import { afterPaintOf } from '#core/client/afterPaint.ts'
import type { Engine, Outgoing } from '#core/sync/client/types.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { type Gain, gainOf, sumOf } from './figures.ts'

type Counted = { rowId: string; gain: Gain }

/**
 * Adds the outbox to the figures. A sent action stays counted until a summary requested afterwards arrives, so that no
 * figure counts it twice or drops.
 */
export function gainsOf(engine: Pick<Engine, 'outbox' | 'of'>) {
  const waiting = new Map<string, Counted>()
  const sent = new Map<string, Counted>()
  let sum = sumOf([])
  const isQueued = ({ state }: Outgoing) => state === 'waiting' || state === 'sending'
  // An action that was undone or rejected leaves no trace on its row.
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
    /** Call this before the request, and the function it returns after the response. */
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
