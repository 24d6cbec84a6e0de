import type { KeyboardEvent } from 'react'

/** A target is one stop of the Tab key: the arrows lead to what can be done with it, and back. */
export function moveInTile(event: KeyboardEvent): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  // This comes a moment after its key, and the key before may have moved the focus meanwhile.
  const here = document.activeElement as HTMLElement | null
  const tile = here?.closest('[data-tile] article')
  if (!by || !tile || event.altKey || event.ctrlKey || event.metaKey) return
  const all = [...tile.querySelectorAll<HTMLElement>('a, button, input')].filter((one) => one.checkVisibility())
  all[all.indexOf(here!) + by]?.focus()
}
