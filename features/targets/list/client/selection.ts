// Selection of targets in the list, for bulk actions.
import { create } from 'zustand'

export const useSelection = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const toggleSelected = (id: string) =>
  useSelection.setState(({ ids }) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    return { ids: next }
  })
export const select = (ids: Iterable<string>) => useSelection.setState({ ids: new Set(ids) })
