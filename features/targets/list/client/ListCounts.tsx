import { createContext, useContext } from 'react'
import type { Status } from '../../contract.ts'
import type { Counts, Listing } from './listing.ts'

export type CountsOfList = Pick<Listing, 'counts' | 'byStatus'>

/** The counts of the list on the page: when one changes, only who shows it is drawn again. */
export const ListCounts = createContext<CountsOfList | null>(null)

function useListCounts(): CountsOfList {
  const counts = useContext(ListCounts)
  if (!counts) throw new Error('There is no ListCounts above this component.')
  return counts
}

/** How many each option would show. */
export const useCounts = (): Counts => useListCounts().counts
/** How many are in the list of each status. */
export const useStatusCounts = (): Record<Status, number> => useListCounts().byStatus
