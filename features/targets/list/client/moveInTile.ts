import type { KeyboardEvent } from 'react'

/** A target is one Tab stop. Arrow keys move through its controls and back. */
export function moveInTile(event: KeyboardEvent): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  // The event is handled slightly late, and the previous key may have moved focus.
  const here = document.activeElement as HTMLElement | null
  const tile = here?.closest('[data-tile] article')
  if (!by || !tile || event.altKey || event.ctrlKey || event.metaKey) return
  const all = [...tile.querySelectorAll<HTMLElement>('a, button, input')].filter((one) => one.checkVisibility())
  all[all.indexOf(here!) + by]?.focus()
}
