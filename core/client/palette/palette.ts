import { create } from 'zustand'

export type PaletteItem = {
  /** Stored for recent choices, so an item must keep its key. */
  key: string
  label: string
  /** Muted second line. Searched with a lower rank than the label. */
  detail?: string
  run: () => void
}
export type PaletteGroup = { title: string; items: readonly PaletteItem[] }

export const usePalette = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

let typed = ''
/** Collects typed characters for the palette's field while it loads. */
const saveTypedText = (event: KeyboardEvent) => {
  event.stopPropagation()
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  const { key } = event
  if (key === 'Escape') closePalette()
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
}
/** Returns the text typed before the field had focus, and releases the keyboard. */
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

/** Latest first. */
export function recentKeys(owner: string): readonly string[] {
  const kept = read()
  return kept?.owner === owner ? kept.keys : []
}

export function rememberChoice(owner: string, key: string): void {
  const keys = [key, ...recentKeys(owner).filter((one) => one !== key)].slice(0, MOST_RECENT)
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, keys } satisfies Recent))
  } catch {}
}

function read(): Recent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Recent | null
    return kept && typeof kept.owner === 'string' && Array.isArray(kept.keys) ? kept : null
  } catch {
    return null
  }
}
