// The list a person came from, in its order: what the detail page's pager and 'back' go by.
import { create } from 'zustand'

type LastList = { ids: readonly string[]; path: string }

const KEY = 'last-list'

export const useLastList = create<LastList>(() => stored() ?? { ids: [], path: '/targets/active' })

/** Remembers the ids as the list shows them and the address (path with query) that leads back to it. */
export const setLastList = (ids: readonly string[], path: string) => {
  const last = useLastList.getState()
  const isSame = last.path === path && last.ids.length === ids.length && last.ids.every((id, i) => id === ids[i])
  if (!isSame) useLastList.setState({ ids, path })
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
    return kept && Array.isArray(kept.ids) && typeof kept.path === 'string' ? kept : null
  } catch {
    return null
  }
}
