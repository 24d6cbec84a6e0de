import { useMemo, useState } from 'react'
import type { Chosen } from './columns.ts'

/** Holds at most `limit` rows. */
export function useChosen<R>(keyOf: (row: R) => string, limit: number): Chosen<R> {
  const [byKey, setByKey] = useState<ReadonlyMap<string, R>>(new Map())
  return useMemo(
    () => ({
      rows: [...byKey.values()],
      has: (row) => byKey.has(keyOf(row)),
      choose: (rows, isIn) =>
        setByKey((now) => {
          const next = new Map(now)
          for (const row of rows)
            if (!isIn) next.delete(keyOf(row))
            else if (next.size < limit) next.set(keyOf(row), row)
          return next
        }),
      clear: () => setByKey(new Map()),
    }),
    [byKey, keyOf, limit],
  )
}
