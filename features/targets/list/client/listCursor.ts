import { tileAt, useWantedCard } from './activeTile.ts'

/** Most frames to wait for a target far from the viewport. */
const MOST_FRAMES = 60

export function targetWithCursor(): { id: string; element: HTMLElement } | null {
  const element = document.activeElement
  const id = tileAt(element)
  return id === undefined ? null : { id, element: element as HTMLElement }
}

/** 1 is next, -1 previous. Without focus in the list, the first visible target. */
export function moveInList(shown: readonly { id: string }[], by: 1 | -1): void {
  const at = targetWithCursor()
  if (!at) return void linksInSight()?.focus()
  const index = shown.findIndex(({ id }) => id === at.id)
  const next = shown[index + by]
  if (next && !focusOn(next.id)) {
    // The list renders only targets near the viewport, so the current one is scrolled back with its neighbor.
    at.element.scrollIntoView({ block: 'center' })
    whenThere(next.id, MOST_FRAMES)
  }
}

/**
 * Scrolls a Target into view and passes its link to `then`. `resolve` returns its real ID once there is one. Returns
 * whether the list contains it.
 */
export function showInList(
  shown: readonly { id: string }[],
  id: string,
  resolve: (id: string) => string,
  then: (link: HTMLElement) => void,
): boolean {
  const index = shown.findIndex((one) => one.id === resolve(id))
  if (index < 0) return false
  if (document.querySelector('[data-board]')) useWantedCard.setState({ id: resolve(id), takesFocus: false })
  const reach = (frames: number) => {
    // A closing dialog keeps the page from scrolling, and then focuses what opened it.
    const isCovered = document.querySelector('[role="dialog"]') !== null
    const link = isCovered ? null : linkOf(resolve(id))
    if (link) {
      link.closest('[data-tile]')?.scrollIntoView({ block: 'nearest' })
      then(link)
      return
    }
    // The list renders only targets near the viewport. Its lines have about the same height.
    const list = isCovered ? null : document.querySelector('[data-lines]')
    if (list) {
      const { top, height } = list.getBoundingClientRect()
      scrollTo({ top: scrollY + top + (height * index) / shown.length - innerHeight / 2 })
    }
    if (frames > 0) requestAnimationFrame(() => reach(frames - 1))
  }
  requestAnimationFrame(() => reach(MOST_FRAMES))
  return true
}

export function isInSight(id: string): boolean {
  const box = linkOf(id)?.getBoundingClientRect()
  return box !== undefined && box.top >= 0 && box.bottom <= innerHeight
}

/** Milliseconds for which a new Target is marked. */
const MARK_MS = 2500

/** Marks a Target briefly without moving focus. */
export function markOnce(link: HTMLElement): void {
  const tile = link.closest('article')
  const color = 'var(--pu-brand)'
  tile?.animate(
    [
      { outline: `3px solid ${color}` },
      { outline: `3px solid ${color}`, offset: 0.7 },
      { outline: '3px solid transparent' },
    ],
    MARK_MS,
  )
}

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"] [data-act="open"]`)

/** Waits until the form has left the tile. Doesn't move focus that is elsewhere by then. */
export function focusWhenFree(id: string, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const link = linkOf(id)
    if (link && document.activeElement === document.body) link.focus({ preventScroll: true })
    else if (frames > 0 && (!link || document.activeElement?.closest('form'))) focusWhenFree(id, frames - 1)
  })
}

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
  const links = [...document.querySelectorAll<HTMLElement>('[data-tile] [data-act="open"]')]
  return links.find((link) => link.getBoundingClientRect().top > 0) ?? links[0]
}
