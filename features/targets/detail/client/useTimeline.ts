import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useEngine, useOutbox } from '#core/client/sync.tsx'
import { isTemporary } from '#core/sync/protocol.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Target, targets } from '../../contract.ts'
import { routes } from '../contract.ts'
import type { TimelineEvent } from './timeline.ts'

type Kept = { events: TimelineEvent[]; older: string | null }
type Timeline = Kept & {
  /** ISO instant of a copy kept on this device, while the server cannot be asked; null when it is fresh. */
  keptAt: string | null
  /** True until there is an answer or it is known that there will be none. */
  isLoading: boolean
  /** The server could not be reached and nothing was kept. */
  isMissing: boolean
}
const empty: Timeline = { events: [], older: null, keptAt: null, isLoading: true, isMissing: false }

/** The target's history, latest first; the last answer is kept on the device. `showOlder` adds what came before. */
export function useTimeline(target: Target): Timeline & { showOlder: () => void } {
  const engine = useEngine()
  const { id, modified } = target
  const { proxyFor } = useTargetPlace()
  /** What has been sent is part of the history: then it is asked for again. */
  const waiting = useOutbox((list) => list.filter((one) => engine.of(targets).resolve(one.rowId) === id).length)
  const [timeline, setTimeline] = useState(empty)
  const name = `timeline:${id}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed target has a longer history
  useEffect(() => {
    let isCurrent = true
    const show = (next: Partial<Timeline>) => isCurrent && setTimeline((before) => ({ ...before, ...next }))
    const load = async () => {
      if (isTemporary(id)) return show({ isLoading: false })
      const kept = await engine.readRecord<Kept>(name)
      if (kept) show({ ...kept.value, keptAt: kept.at })
      try {
        const fresh = await call(routes.timeline, { params: { id }, query: {} }, { proxyFor })
        show({ ...fresh, keptAt: null, isLoading: false, isMissing: false })
        await engine.writeRecord(name, fresh)
      } catch {
        show({ isLoading: false, isMissing: !kept })
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [id, modified, waiting, engine, name, proxyFor])

  const showOlder = async () => {
    if (!timeline.older) return
    try {
      const more = await call(routes.timeline, { params: { id }, query: { before: timeline.older } }, { proxyFor })
      const whole = { events: [...timeline.events, ...more.events], older: more.older }
      setTimeline((before) => ({ ...before, ...whole }))
      await engine.writeRecord(name, whole)
    } catch {
      setTimeline((before) => ({ ...before, keptAt: before.keptAt ?? new Date().toISOString() }))
    }
  }
  return { ...timeline, showOlder }
}
