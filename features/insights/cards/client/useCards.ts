// A person's cards as this device has them, in the order of the morning.
import { useMemo } from 'react'
import { isOfflineNow, useEngine, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { type Insight, type InsightType, insightEndpoints } from '../contract.ts'

/** Cards that were new when this app was opened stay among the new ones, in their place, while the person goes through them: by id, the time at which each was created. */
const looked = new Map<string, string>()

export const recordCardView = (card: Insight): void => {
  if (card.status === 'new') looked.set(card.id, card.created)
}
const isNew = (card: Insight): boolean => card.status === 'new' || looked.has(card.id)

const orderOf = (card: Insight): string => looked.get(card.id) ?? card.created
const byTime = (a: Insight, b: Insight) => orderOf(b).localeCompare(orderOf(a)) || a.id.localeCompare(b.id)

export type InsightCards = {
  fresh: readonly Insight[]
  viewed: readonly Insight[]
}

/** New ones first; what the person found of no use is not shown again. Of one type, or of all. */
export function useCards(type: InsightType | null = null): InsightCards {
  const rows = useRows(insightEndpoints)
  return useMemo(() => {
    const shown = rows.filter((card) => card.useful !== false && (type === null || card.type === type)).sort(byTime)
    return { fresh: shown.filter(isNew), viewed: shown.filter((card) => !isNew(card)) }
  }, [rows, type])
}

/** Whether this device has the cards, as old as they may be; 'offline' where it can't ask for them now. */
export function useCardsHere(): boolean | 'offline' {
  const rows = useEngine().of(insightEndpoints)
  return useSyncStatus((status) => rows.isKept() || (isOfflineNow(status) ? 'offline' : false))
}

/** How many are waiting to be looked at. */
export function useNewCount(): number {
  const rows = useRows(insightEndpoints)
  return rows.filter(({ status, useful }) => status === 'new' && useful !== false).length
}
