// Where the cursor is in the list, and moving it from target to target.

/** Frames that a target far from the window is waited for. */
const MOST_FRAMES = 30

export function targetWithCursor(): { id: string; element: HTMLElement } | null {
  const element = document.activeElement
  const id = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-tile]')?.dataset.tile : undefined
  return id === undefined ? null : { id, element: element as HTMLElement }
}

/** One target further (1) or back (-1); without a cursor in the list, to the first one in sight. */
export function moveInList(shown: readonly { id: string }[], by: 1 | -1): void {
  const at = targetWithCursor()
  if (!at) return void linksInSight()?.focus()
  const index = shown.findIndex(({ id }) => id === at.id)
  const next = shown[index + by]
  if (next && !focusOn(next.id)) {
    // A long list has only what is near the window: the present one is brought back, and its neighbour with it.
    at.element.scrollIntoView({ block: 'center' })
    whenThere(next.id, MOST_FRAMES)
  }
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"] h3 a`)

function focusOn(id: string): boolean {
  const link = linkOf(id)
  if (!link) return false
  link.focus({ preventScroll: true })
  link.closest('[data-tile]')?.scrollIntoView({ block: 'nearest' })
  return true
}

function whenThere(id: string, frames: number): void {
  requestAnimationFrame(() => {
    if (!focusOn(id) && frames > 0) whenThere(id, frames - 1)
  })
}

function linksInSight(): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>('[data-tile] h3 a')]
  return links.find((link) => link.getBoundingClientRect().top > 0) ?? links[0]
}
