import { useDragRow } from './useDragRow.ts'

/** Makes a row of a numbered list draggable to another place in it. `id` identifies its handle, see `holdHandle`. */
export function useDragInList(kind: string, at: number, onMove: (from: number, to: number) => void) {
  const id = placeId(kind, at)
  const dragged = useDragRow(kind, id, {
    takes: [kind],
    isDisabled: false,
    onDrop({ id: other }, edge) {
      const from = Number(other.slice(kind.length + 1))
      const to = edge === 'above' ? at : at + 1
      onMove(from, from < to ? to - 1 : to)
    },
  })
  return { ...dragged, id }
}

/** Returns the ID of the row at a place of a numbered list. */
export const placeId = (kind: string, at: number): string => `${kind}-${at}`
