import { useRef } from 'react'
import type { Collection, Row } from '#core/sync/collection.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { useEngine } from './sync.tsx'

/** Returns keys that survive the change from a temporary ID to the real one, so that an open row isn't remounted. */
export function useSteadyKeys<R extends Row>(collection: Collection<R>, rows: readonly R[]): (id: string) => string {
  const { resolve } = useEngine().of(collection)
  const temporary = useRef(new Set<string>())
  const first = useRef(new Map<string, string>())
  for (const { id } of rows) if (isTemporary(id)) temporary.current.add(id)
  for (const id of temporary.current) {
    const real = resolve(id)
    if (real === id) continue
    first.current.set(real, id)
    temporary.current.delete(id)
  }
  return (id) => first.current.get(id) ?? id
}
