// The offline engine for components: rows, outbox and state, each re-rendering only who looks at it.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Engine, Outgoing, SyncStatus } from '#core/sync/client/engine.ts'
import type { Collection, Row } from '#core/sync/collection.ts'
import { afterPaintOf } from './afterPaint.ts'
import { useLazy } from './later.tsx'

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

/** For screens of what the engine learns later: whether its rows are there. Throws what it failed with; the next screen tries again. */
export const useLoadedCollections = (): boolean => useLazy(useEngine().learn) === true

/** The row with this id, temporary or real; undefined when there is none. Re-renders only when this row changes. */
export function useRow<R extends Row>(collection: Collection<R>, id: string): R | undefined {
  const rows = useEngine().of(collection)
  const subscribe = useCallback((changed: () => void) => rows.subscribeRow(id, changed), [rows, id])
  return useSyncExternalStore(subscribe, () => rows.get(id))
}

/** All rows of a collection; the same array until any of them changes. */
export function useRows<R extends Row>(collection: Collection<R>): readonly R[] {
  const rows = useEngine().of(collection)
  return useSyncExternalStore(rows.subscribe, rows.all)
}

/** As useRows, a frame later: for what is reckoned from the rows and need not hold up the row that a person has just changed. */
export function useRowsLater<R extends Row>(collection: Collection<R>): readonly R[] {
  const rows = useEngine().of(collection)
  const subscribe = useMemo(() => afterPaintOf(rows.subscribe), [rows])
  return useSyncExternalStore(subscribe, rows.all)
}

/** What `select` reads from what waits, is on its way, was refused or stands aside; in order. It must give the same value for the same list. Painted after the rows. */
export function useOutbox<T>(select: (list: readonly Outgoing[]) => T): T {
  const { outbox } = useEngine()
  const subscribe = useMemo(() => afterPaintOf(outbox.subscribe), [outbox])
  return useSyncExternalStore(subscribe, () => select(outbox.list()))
}

/** What `select` reads from the state of things. It must give the same value for the same state. Painted after the rows. */
export function useSyncStatus<T>(select: (status: SyncStatus) => T): T {
  const { status } = useEngine()
  const subscribe = useMemo(() => afterPaintOf(status.subscribe), [status])
  return useSyncExternalStore(subscribe, () => select(status.get()))
}

export const isOfflineNow = ({ offlineSince }: SyncStatus): boolean => offlineSince !== null
export const hasLoaded = (status: SyncStatus): boolean => status.isLoaded
/** All of it, for who shows all of it. */
export const identity = <T,>(given: T): T => given
