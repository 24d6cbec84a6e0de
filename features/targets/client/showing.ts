// Which Target the person wants to see in the list, or has just created.
import { create } from 'zustand'

type Wanted = { id: string; isNew: boolean }

export const useShowing = create<{ wanted: Wanted | null }>(() => ({ wanted: null }))

/** In the list that is open, otherwise on its own page. */
export const showTarget = (id: string) => useShowing.setState({ wanted: { id, isNew: false } })

/** Is marked where the list has it in sight, or has not been scrolled. */
export const markNew = (id: string) => useShowing.setState({ wanted: { id, isNew: true } })
