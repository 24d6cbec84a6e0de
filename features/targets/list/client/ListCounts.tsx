import { createContext, useContext } from 'react'
import type { Status } from '../../contract.ts'
import type { Counts, Listing } from './listing.ts'

export type CountsOfList = Pick<Listing, 'counts' | 'byStatus'>

/** Counts of the current list. A change renders only the components that show it. */
export const ListCounts = createContext<CountsOfList | null>(null)

function useListCounts(): CountsOfList {
  const counts = useContext(ListCounts)
  if (!counts) throw new Error('There is no ListCounts above this component.')
  return counts
}

export const useCounts = (): Counts => useListCounts().counts
export const useStatusCounts = (): Record<Status, number> => useListCounts().byStatus
