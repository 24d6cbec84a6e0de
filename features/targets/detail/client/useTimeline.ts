import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/reading.ts'
import { useEngine, useOutbox } from '#core/client/sync.tsx'
import { isTemporary } from '#core/sync/protocol.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { routes, type Timeline, timeline } from '../contract.ts'

type TimelineState = Timeline & {
  /** ISO instant of a copy kept on this device, while the server cannot be asked; null when it is fresh. */
  keptAt: string | null
  /** True until there is an answer or it is known that there will be none. */
  isLoading: boolean
  /** The server could not be reached and nothing was kept. */
  isMissing: boolean
}

/** The target's history, latest first; the last answer is kept on the device. `showOlder` adds what came before. */
export function useTimeline(target: Target): TimelineState & { showOlder: () => void } {
  const engine = useEngine()
  const { id, modified } = target
  const { proxyFor } = useTargetPlace()
  /** What has been sent is part of the history: then it is asked for again. */
  const waiting = useOutbox((list) => list.filter((one) => engine.of(targetEndpoints).resolve(one.rowId) === id).length)
  const isNew = isTemporary(id)
  const { value, at, isFresh, isMissing, problem, refresh, take } = useQuery(timeline, isNew ? null : { id }, {
    proxyFor,
    when: `${modified} ${waiting}`,
  })
  const { events, older } = value ?? { events: [], older: null }
  const showOlder = async () => {
    if (!older) return
    try {
      const more = await call(routes.timeline, { params: { id }, query: { before: older } }, { proxyFor })
      take({ events: [...events, ...more.events], older: more.older })
    } catch {
      // Says from when this is.
      void refresh()
    }
  }
  const isLoading = !isNew && !isFresh && problem === null
  return { events, older, keptAt: isFresh ? null : at, isLoading, isMissing, showOlder }
}
