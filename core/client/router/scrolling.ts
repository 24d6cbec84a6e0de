// Remembers the scroll position of each history entry.
import { isPagePainted } from '../lastScreen.ts'
import type { OpenScreen } from './router.ts'

const KEY = 'scroll'
/** History entries to remember. */
const MOST = 50

let positions: Map<string, number> | undefined

function known(): Map<string, number> {
  if (positions) return positions
  try {
    positions = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][])
  } catch {
    positions = new Map()
  }
  return positions
}

/** Restores a page's place after a reload too. Returns a function that stops it. */
export function keepScrolling(shown: () => OpenScreen | null): () => void {
  history.scrollRestoration = 'manual'
  const keep = () => {
    noteScroll(shown())
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...known()].slice(-MOST)))
    } catch {
      // Without storage, a reload begins at the page's start.
    }
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}

export function noteScroll(shown: OpenScreen | null): void {
  const key = shown?.place.state.key
  if (key) known().set(key, scrollY)
}

/** Call it right after the screen has rendered. */
export function scrollFor({ place, scroll }: OpenScreen): void {
  // The device's last screen has its place already.
  if (scroll === 'stay' || isPagePainted()) return
  const kept = scroll === 'restore' ? known().get(place.state.key ?? '') : undefined
  if (kept !== undefined) {
    scrollTo(0, kept)
    return
  }
  const named = place.hash && document.getElementById(place.hash)
  if (named) named.scrollIntoView()
  else if (scrollY !== 0) scrollTo(0, 0)
}
