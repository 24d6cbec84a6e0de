// The list a person came from, in its order: what the detail page's pager and 'back' go by.
import type { RouterHistory } from '@tanstack/react-router'
import { create } from 'zustand'

type LastList = {
  ids: readonly string[]
  path: string
  /** Its place in the browser's history; null when another page may have taken it. */
  at: number | null
}

const KEY = 'last-list'

export const useLastList = create<LastList>(() => stored() ?? { ids: [], path: '/targets/active', at: null })

/** Remembers the ids as the list shows them and the address (path with query) that leads back to it. */
export const setLastList = (ids: readonly string[], path: string, at: number) => {
  const last = useLastList.getState()
  const isSame =
    last.path === path && last.at === at && last.ids.length === ids.length && last.ids.every((id, i) => id === ids[i])
  if (!isSame) useLastList.setState({ ids, path, at })
}

// A reload of the detail page still knows the list. Written once on the way out, not at every change of a long list.
globalThis.addEventListener?.('pagehide', () => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(useLastList.getState()))
  } catch {
    // Without it the pager goes through the targets of the same status.
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

/** The next list that opens shows this Target. */
export const returnTo = (id: string) => {
  left = id
}

/** The Target that a list which has just opened has to show, if it was opened by a way back. */
export function consumeReturn(): string | null {
  const id = left
  left = null
  return id
}

let isWatched = false

/** Notices when the list's entry in the history is overwritten, and from which Target the browser's own button led back. */
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
