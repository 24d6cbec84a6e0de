// The offline engine for components. Rows, outbox, and state each rerender only their readers.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Engine, Outgoing, SyncStatus } from '#core/sync/client/types.ts'
import type { Collection, Row } from '#core/sync/collection.ts'
import { afterPaintOf } from './afterPaint.ts'
import { useLazy } from './lazyComponent.tsx'

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

/** Returns whether the rows that load later are there. Throws the load's error, and the next screen tries again. */
export const useLoadedCollections = (): boolean => useLazy(useEngine().learn) === true

/** Takes a temporary or real ID. Rerenders only when this row changes. */
export function useRow<R extends Row>(collection: Collection<R>, id: string): R | undefined {
  const rows = useEngine().of(collection)
  const subscribe = useCallback((changed: () => void) => rows.subscribeRow(id, changed), [rows, id])
  return useSyncExternalStore(subscribe, () => rows.get(id))
}

/** Returns the same array until a row changes. */
export function useRows<R extends Row>(collection: Collection<R>): readonly R[] {
  const rows = useEngine().of(collection)
  return useSyncExternalStore(rows.subscribe, rows.all)
}

/** For rows that load later: none until then. */
export function useRowsOnceLoaded<R extends Row>(collection: Collection<R>): readonly R[] {
  const engine = useEngine()
  const rows = useLoadedCollections() ? engine.of(collection) : noRows
  return useSyncExternalStore(rows.subscribe, rows.all) as readonly R[]
}

const none: readonly Row[] = []
const noRows = { subscribe: () => () => undefined, all: () => none }

/** Like useRows, one frame later, so that derived values don't delay the row a person just changed. */
export function useRowsLater<R extends Row>(collection: Collection<R>): readonly R[] {
  const rows = useEngine().of(collection)
  const subscribe = useMemo(() => afterPaintOf(rows.subscribe), [rows])
  return useSyncExternalStore(subscribe, rows.all)
}

/** `select` must return the same value for the same list. Rerenders after the rows. */
export function useOutbox<T>(select: (list: readonly Outgoing[]) => T): T {
  const { outbox } = useEngine()
  const subscribe = useMemo(() => afterPaintOf(outbox.subscribe), [outbox])
  return useSyncExternalStore(subscribe, () => select(outbox.list()))
}

/** `select` must return the same value for the same status. Rerenders after the rows. */
export function useSyncStatus<T>(select: (status: SyncStatus) => T): T {
  const { status } = useEngine()
  const subscribe = useMemo(() => afterPaintOf(status.subscribe), [status])
  return useSyncExternalStore(subscribe, () => select(status.get()))
}

export const isOfflineNow = ({ offlineSince }: SyncStatus): boolean => offlineSince !== null
export const hasLoaded = (status: SyncStatus): boolean => status.isLoaded
export const identity = <T,>(given: T): T => given
