// Whether the palette is open, and what was chosen in it lately.
import { create } from 'zustand'

/** One thing that can be found and chosen. */
export type PaletteItem = {
  /** Kept among the recent ones: the same thing has the same key on every visit. */
  key: string
  label: string
  /** A second, quieter line of words; searched too, but after the label. */
  detail?: string
  run: () => void
}
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

export const usePalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let typed = ''
/** While the palette is on its way, no key reaches the page: letters wait for its field. */
const saveTypedText = (event: KeyboardEvent) => {
  event.stopPropagation()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const { key } = event
  if (key === 'Escape') closePalette()
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
}
/** What was typed before the palette's field had the cursor. From here on keys are the page's again. */
export function readTypedText(): string {
  removeEventListener('keydown', saveTypedText, true)
  const taken = typed
  typed = ''
  return taken
}

export function openPalette() {
  if (usePalette.getState().isOpen) return
  addEventListener('keydown', saveTypedText, true)
  usePalette.setState({ isOpen: true })
}
export function closePalette() {
  readTypedText()
  usePalette.setState({ isOpen: false })
}

const KEY = 'palette-recent'
const MOST_RECENT = 8

type Recent = { owner: string; keys: string[] }

/** Keys of what this person chose, latest first. */
export function recentKeys(owner: string): readonly string[] {
  const kept = read()
  return kept?.owner === owner ? kept.keys : []
}

export function rememberChoice(owner: string, key: string): void {
  const keys = [key, ...recentKeys(owner).filter((one) => one !== key)].slice(0, MOST_RECENT)
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, keys } satisfies Recent))
  } catch {
    // Without storage nothing is recent.
  }
}

function read(): Recent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Recent | null
    return kept && typeof kept.owner === 'string' && Array.isArray(kept.keys) ? kept : null
  } catch {
    return null
  }
}
