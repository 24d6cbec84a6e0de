// The tile under the mouse or with focus. Only this one has all its buttons.
import { create } from 'zustand'

/** Returns the ID of the tile that contains the element. */
export const tileAt = (element: EventTarget | null): string | undefined =>
  (element as Element | null)?.closest<HTMLElement>('[data-tile]')?.dataset.tile

export const useActiveTile = create<{ id: string | null }>(() => ({ id: null }))

export const setActiveTile = (id: string | null) => {
  if (useActiveTile.getState().id !== id) useActiveTile.setState({ id })
}

/** The Target that the board scrolls to. Its columns render only cards near the visible ones. */
export const useWantedCard = create<{ id: string | null; takesFocus: boolean }>(() => ({ id: null, takesFocus: false }))
