// Which rows of a report its screen shows, so that its files hold the same.
import { useEffect } from 'react'
import type { Order } from '#core/ui/table/columns.ts'

export type ShownRows = {
  /** Words that have to be in a row. */
  q?: string | undefined
  /** The key of the column whose order they have, with '-' before it the other way round. */
  sort?: string | undefined
  /** How many there are, where a filter is on. */
  count?: number | undefined
}

export const sortName = (order: Order | null): string | undefined =>
  order ? `${order.isDescending ? '-' : ''}${order.key}` : undefined

/** Reports the rows to the page around the screen. */
export function useShown(onShown: ((shown: ShownRows) => void) | undefined, shown: ShownRows): void {
  const said = JSON.stringify(shown)
  useEffect(() => onShown?.(JSON.parse(said)), [said, onShown])
}
