// Days of the last touches on this device, which can be ahead of the targets' own. In the first load, so it's small.
import { useMemo } from 'react'
import { create } from 'zustand'
import type { Target } from '../../contract.ts'

/** By target. Empty until the touches are loaded. */
export const useLastTouches = create<{ days: ReadonlyMap<string, string> }>(() => ({ days: new Map() }))

const latest = ({ id, last_touch }: Pick<Target, 'id' | 'last_touch'>, days: ReadonlyMap<string, string>) => {
  const day = days.get(id)
  return day !== undefined && day > (last_touch ?? '') ? day : (last_touch ?? null)
}

/** Null for none. */
export const useLastTouch = (target: Pick<Target, 'id' | 'last_touch'>): string | null =>
  useLastTouches(({ days }) => latest(target, days))

/** Returns the same rows with these days. Unchanged rows keep their object. */
export function useTouchedRows(rows: readonly Target[]): readonly Target[] {
  const days = useLastTouches((state) => state.days)
  return useMemo(() => {
    if (days.size === 0) return rows
    return rows.map((row) => {
      const last_touch = latest(row, days)
      return last_touch === (row.last_touch ?? null) ? row : { ...row, last_touch }
    })
  }, [rows, days])
}
