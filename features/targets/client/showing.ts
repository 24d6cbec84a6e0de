// The Target to show in the list, or the new one to mark.
import { create } from 'zustand'

type Wanted = { id: string; isNew: boolean }

export const useShowing = create<{ wanted: Wanted | null }>(() => ({ wanted: null }))

/** Shows a Target in the open list, otherwise on its own page. */
export const showTarget = (id: string) => useShowing.setState({ wanted: { id, isNew: false } })

/** Marks a new Target if the list shows it or hasn't been scrolled. */
export const markNew = (id: string) => useShowing.setState({ wanted: { id, isNew: true } })
