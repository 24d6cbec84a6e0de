import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useEngine, useOutbox } from '#core/client/sync.tsx'
import { isTemporary } from '#core/sync/protocol.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { routes, type Timeline, timeline } from '../contract.ts'

type TimelineState = Timeline & {
  /** ISO instant of the copy stored on this device while the server can't be reached. Null if it is current. */
  keptAt: string | null
  /** True until there is a response or a failure. */
  isLoading: boolean
  /** The server can't be reached and there is no stored copy. */
  isMissing: boolean
}

/**
 * Loads the target's history, newest first. The last response is stored on the device, and `showOlder` adds earlier
 * events.
 */
export function useTimeline(target: Target): TimelineState & { showOlder: () => void } {
  const engine = useEngine()
  const { id, modified } = target
  const { proxyFor } = useTargetPlace()
  /** Loads again when pending changes have been sent, because they are then part of the history. */
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
      // Shows the age of this copy.
      void refresh()
    }
  }
  const isLoading = !isNew && !isFresh && problem === null
  return { events, older, keptAt: isFresh ? null : at, isLoading, isMissing, showOlder }
}
