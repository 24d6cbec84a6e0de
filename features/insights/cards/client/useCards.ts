// A person's cards as this device has them, in the order of the morning.
import { useMemo } from 'react'
import { useRows } from '#core/client/sync.tsx'
import { type Insight, type InsightType, insights } from '../contract.ts'

/** Cards that were new when this app was opened: they stay among the new ones while the person goes through them. */
const looked = new Set<string>()

export const noteLook = (card: Insight): void => {
  if (card.status === 'new') looked.add(card.id)
}
const isNew = (card: Insight): boolean => card.status === 'new' || looked.has(card.id)

const byTime = (a: Insight, b: Insight) =>
  a.day === b.day
    ? a.created < b.created
      ? 1
      : a.created > b.created
        ? -1
        : a.id < b.id
          ? -1
          : 1
    : a.day < b.day
      ? 1
      : -1

export type Cards = {
  fresh: readonly Insight[]
  viewed: readonly Insight[]
}

/** New ones first; what the person found of no use is not shown again. Of one type, or of all. */
export function useCards(type: InsightType | null = null): Cards {
  const rows = useRows(insights)
  return useMemo(() => {
    const shown = rows.filter((card) => card.useful !== false && (type === null || card.type === type)).sort(byTime)
    return { fresh: shown.filter(isNew), viewed: shown.filter((card) => !isNew(card)) }
  }, [rows, type])
}

/** How many are waiting to be looked at. */
export function useNewCount(): number {
  const rows = useRows(insights)
  return rows.filter(({ status, useful }) => status === 'new' && useful !== false).length
}
