import { useCallback, useMemo } from 'react'
import { useRouter } from '#core/client/router/useRouter.ts'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { useToday } from '#core/client/useToday.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Status, statusTerm, type Target, targetEndpoints } from '../../contract.ts'
import { returnTo, useLastList } from '../../list/client/lastList.ts'
import { makeListing, plainQuery } from '../../list/client/listing.ts'

export type Pager = {
  /** Position from 1, or 0 if the target is in no list. */
  at: number
  of: number
  previous: Target | undefined
  next: Target | undefined
  /** URL and name of the list. */
  back: string
  backTo: string
  goTo: (target: Target | undefined) => void
  goBack: () => void
}

const none: readonly string[] = []

/** Navigates through the list that the person came from, otherwise through the targets of the same status. */
export function usePager(target: Target): Pager {
  const engine = useEngine()
  const router = useRouter()
  const rows = useRows(targetEndpoints)
  const today = useToday()
  const last = useLastList()
  const place = useTargetPlace()
  /** The stored list is one of the person's own. */
  const lastIds = place.proxyFor ? none : last.ids
  const ids = useMemo(() => {
    const came = present(engine, lastIds)
    if (came.includes(target.id)) return came
    return makeListing()(rows, target.status, plainQuery, today).shown.map((row) => row.id)
  }, [engine, lastIds, rows, target.id, target.status, today])
  const cameFromList = lastIds.some((id) => engine.of(targetEndpoints).resolve(id) === target.id)
  const status = target.status === 'deleted' ? 'active' : target.status
  const back = cameFromList ? last.path : place.listPath(status)
  const index = ids.indexOf(target.id)
  const rowAt = (i: number) =>
    i < 0 || i >= ids.length ? undefined : (engine.of(targetEndpoints).get(ids[i]!) as Target | undefined)
  const goTo = useCallback(
    (other: Target | undefined) => {
      if (other) router.history.replace(place.pathOf(other.id))
    },
    [router, place],
  )
  const listAt = cameFromList ? last.at : null
  const goBack = useCallback(() => {
    if (!place.proxyFor) returnTo(target.id)
    const here = router.history.location.state.__TSR_index ?? 0
    // The list's history entry keeps its scroll position.
    if (listAt !== null && listAt < here) router.history.go(listAt - here)
    else router.history.push(back)
  }, [router, back, listAt, target.id, place])
  return {
    at: index + 1,
    of: ids.length,
    previous: index > 0 ? rowAt(index - 1) : undefined,
    next: index >= 0 ? rowAt(index + 1) : undefined,
    back,
    backTo: place.proxyFor ? statusTerm[status] : pagerListName(back),
    goTo,
    goBack,
  }
}

/** Returns the list's current IDs without deleted targets. */
function present(engine: Engine, ids: readonly string[]): string[] {
  return ids
    .map((id) => engine.of(targetEndpoints).resolve(id))
    .filter((id) => engine.of(targetEndpoints).get(id) !== undefined)
}

/** Returns 'Pursuing' for '/targets/active?…'. */
export function pagerListName(path: string): string {
  const status = path.split('?')[0]!.split('/').at(-1) as Status
  return statusTerm[status] ?? statusTerm.active
}
