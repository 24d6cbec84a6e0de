// Reads a person's cards from this device, in the order of the morning.
import { useMemo } from 'react'
import { isOfflineNow, useEngine, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { type Insight, type InsightType, insightEndpoints } from '../contract.ts'

/**
 * Cards that were new when the app opened, by id, with the time at which each was created. They stay in place among the
 * new ones while the person reads them.
 */
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

/** Returns the new cards first, without those rated as not useful. Without a type, returns all types. */
export function useCards(type: InsightType | null = null): InsightCards {
  const rows = useRows(insightEndpoints)
  return useMemo(() => {
    const shown = rows.filter((card) => card.useful !== false && (type === null || card.type === type)).sort(byTime)
    return { fresh: shown.filter(isNew), viewed: shown.filter((card) => !isNew(card)) }
  }, [rows, type])
}

/** Returns true if this device has the cards, however old, and 'offline' if it can't request them now. */
export function useCardsHere(): boolean | 'offline' {
  const rows = useEngine().of(insightEndpoints)
  return useSyncStatus((status) => rows.isKept() || (isOfflineNow(status) ? 'offline' : false))
}

/** Returns the number of unread cards. */
export function useNewCount(): number {
  const rows = useRows(insightEndpoints)
  return rows.filter(({ status, useful }) => status === 'new' && useful !== false).length
}
