// The last list that the person saw, in order. The detail page's pager and back link use it.
import type { RouterHistory } from '@tanstack/history'
import { create } from 'zustand'

type LastList = {
  ids: readonly string[]
  path: string
  /** Its position in the browser's history, or null if another page may have replaced it. */
  at: number | null
}

const KEY = 'last-list'

export const useLastList = create<LastList>(() => stored() ?? { ids: [], path: '/targets/active', at: null })

/** `path` includes the query. */
export const setLastList = (ids: readonly string[], path: string, at: number) => {
  const last = useLastList.getState()
  const isSame =
    last.path === path && last.at === at && last.ids.length === ids.length && last.ids.every((id, i) => id === ids[i])
  if (!isSame) useLastList.setState({ ids, path, at })
}

// Survives a reload of the detail page. Written on leaving, not on every change.
globalThis.addEventListener?.('pagehide', () => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(useLastList.getState()))
  } catch {
    // Without storage, the pager uses the targets of the same status.
  }
})

function stored(): LastList | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastList | null
    return kept && Array.isArray(kept.ids) && typeof kept.path === 'string' ? { ...kept, at: kept.at ?? null } : null
  } catch {
    return null
  }
}

let left: string | null = null

/** Makes the next list that opens show this Target. */
export const returnTo = (id: string) => {
  left = id
}

/** Returns the Target that a list opened by back navigation must show. */
export function consumeReturn(): string | null {
  const id = left
  left = null
  return id
}

let isWatched = false

/** Detects an overwritten history entry, and the Target left by the browser's back button. */
export function watchHistory(history: RouterHistory): void {
  if (isWatched) return
  isWatched = true
  let before = history.location.pathname
  history.subscribe(({ location: { pathname, state }, action }) => {
    const { at, path } = useLastList.getState()
    if (at !== null && (state.__TSR_index ?? 0) <= at && pathname !== path.split('?')[0])
      useLastList.setState({ at: null })
    const id = /^\/target\/([^/]+)$/.exec(before)?.[1]
    if (id && pathname.startsWith('/targets/') && (action.type === 'BACK' || action.type === 'GO'))
      left = decodeURIComponent(id)
    before = pathname
  })
}
