// The offline engine for components: rows, outbox and state, each re-rendering only who looks at it.
import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Engine, Outgoing, Status } from '#core/sync/client/engine.ts'
import type { Row } from '#core/sync/protocol.ts'

const EngineContext = createContext<Engine | null>(null)

export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }) {
  return <EngineContext value={engine}>{children}</EngineContext>
}

/** Throws outside of an EngineProvider. */
export function useEngine(): Engine {
  const engine = useContext(EngineContext)
  if (!engine) throw new Error('There is no EngineProvider above this component.')
  return engine
}

/** The row with this id, temporary or real; undefined when there is none. Re-renders only when this row changes. */
export function useRow<R extends Row>(id: string): R | undefined {
  const { rows } = useEngine()
  const subscribe = useCallback((changed: () => void) => rows.subscribeRow(id, changed), [rows, id])
  return useSyncExternalStore(subscribe, () => rows.get(id)) as R | undefined
}

/** All rows; the same array until any of them changes. */
export function useRows<R extends Row>(): readonly R[] {
  const { rows } = useEngine()
  return useSyncExternalStore(rows.subscribe, rows.all) as readonly R[]
}

/** What waits, is on its way, was refused or stands aside; in order. */
export function useOutbox(): readonly Outgoing[] {
  const { outbox } = useEngine()
  return useSyncExternalStore(outbox.subscribe, outbox.list)
}

export function useSyncStatus(): Status {
  const { status } = useEngine()
  return useSyncExternalStore(status.subscribe, status.get)
}
