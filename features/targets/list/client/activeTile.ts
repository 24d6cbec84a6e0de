// The tile under the mouse or with focus. Only this one has all its buttons.
import { create } from 'zustand'

export const useActiveTile = create<{ id: string | null }>(() => ({ id: null }))

export const setActiveTile = (id: string | null) => {
  if (useActiveTile.getState().id !== id) useActiveTile.setState({ id })
}
