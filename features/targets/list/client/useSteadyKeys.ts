import { useRef } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { isTemporary } from '#core/sync/protocol.ts'
import { type Target, targets } from '../../contract.ts'

/**
 * A key per row that outlives the change from a temporary id to the real one, so that a tile being edited is not
 * built anew when its target reaches the server.
 */
export function useSteadyKeys(rows: readonly Target[]): (id: string) => string {
  const { resolve } = useEngine().of(targets)
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
