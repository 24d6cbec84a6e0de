// One person's responses from the server. Each query runs once at a time, however many components show it.
import type { Engine } from '#core/sync/client/types.ts'
import { type Reading, recordOf } from '#core/sync/query.ts'
import { ApiError, call, problemOf } from './api.ts'

export type QueryState<A> = {
  value: A | undefined
  /** An ISO instant. */
  at: string | null
  /** Received since this page was opened, and the last request succeeded. */
  isFresh: boolean
  /** The last request failed for lack of a network. */
  isOffline: boolean
  /** There is no response, and none can be loaded now. */
  isMissing: boolean
  problem: string | null
  /** The person can't see it (anymore). The device deletes its copy. */
  isRefused: boolean
}
export type QueryRequest = {
  proxyFor?: string | undefined
  /**
   * Called before a request. Its result receives whether the value is already shown and returns whether to accept the
   * response.
   */
  begun?: () => (isKnown: boolean) => boolean
}
type Cell<A> = ReturnType<typeof makeCell<A>>

export const emptyState: QueryState<never> = {
  value: undefined,
  at: null,
  isFresh: false,
  isOffline: false,
  isMissing: false,
  problem: null,
  isRefused: false,
}
/** Cached responses per query, by default. */
const KEEPS = 100

/** Keyed by engine, so that one person's responses never show to another. */
const cells = new WeakMap<Engine, Map<string, unknown>>()

export function cellOf<I, A>(engine: Engine, reading: Reading<I, A>, input: I, asking: QueryRequest): Cell<A> {
  const all = cells.get(engine) ?? new Map<string, unknown>()
  cells.set(engine, all)
  const name = recordOf(reading, input)
  const known = (all.get(name) as Cell<A> | undefined) ?? makeCell<A>()
  all.set(name, known)
  known.ask = () => askOnce(known, engine, reading, input, asking)
  known.take = (value, first = value) => {
    known.set({ ...emptyState, value, at: new Date().toISOString(), isFresh: true })
    if (reading.noCacheReason) return
    const among = reading.keyOf && { of: `${reading.name}:`, keep: reading.keeps ?? KEEPS }
    void engine.writeRecord(name, first, among).catch(() => undefined)
  }
  known.more = () => askMore(known, reading, input, asking)
  return known
}

/** Refetches the shown responses of a query after a change that bypasses the engine. */
export function renew<I, A>(engine: Engine, { name }: Reading<I, A>): void {
  for (const [key, cell] of cells.get(engine) ?? [])
    if (key === name || key.startsWith(`${name}:`)) void (cell as Cell<unknown>).ask()
}

function makeCell<A>() {
  const listeners = new Set<() => void>()
  let known: QueryState<A> = emptyState
  return {
    get: () => known,
    set(change: Partial<QueryState<A>>) {
      known = { ...known, ...change }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    asking: null as Promise<void> | null,
    isAgain: false,
    isRead: false,
    /** Number of pages shown. */
    pages: 1,
    ask: async () => {},
    more: async () => {},
    /** Shows a response and stores it, or stores the second argument. */
    take: (_: A, __?: A) => {},
  }
}

/** Repeats the request for a caller during it, because the response in progress may be too old for that caller. */
function askOnce<I, A>(
  cell: Cell<A>,
  engine: Engine,
  reading: Reading<I, A>,
  input: I,
  asking: QueryRequest,
): Promise<void> {
  if (cell.asking) {
    cell.isAgain = true
    return cell.asking
  }
  const run = async () => {
    do {
      cell.isAgain = false
      await ask(cell, engine, reading, input, asking)
    } while (cell.isAgain)
  }
  cell.asking = run().finally(() => {
    cell.asking = null
  })
  return cell.asking
}

/** Throws when the server can't be reached or rejects the request. */
const pageOf = async <I, A>({ route, callOf }: Reading<I, A>, input: I, { proxyFor }: QueryRequest, after?: string) =>
  (await call(route, callOf(input, after) as never, { proxyFor })) as A

/** Waits for the request in progress, which may change the next page. */
async function askMore<I, A>(cell: Cell<A>, reading: Reading<I, A>, input: I, asking: QueryRequest): Promise<void> {
  await cell.asking
  const before = cell.get().value
  const after = before !== undefined && reading.pages?.nextOf(before)
  if (!after) return
  try {
    const more = await pageOf(reading, input, asking, after)
    if (cell.get().value !== before) return
    cell.pages++
    cell.set({ value: reading.pages!.join(before, more), problem: null })
  } catch (thrown) {
    cell.set({ problem: problemOf(thrown), isOffline: thrown instanceof ApiError && thrown.isOffline })
  }
}

async function ask<I, A>(cell: Cell<A>, engine: Engine, reading: Reading<I, A>, input: I, asking: QueryRequest) {
  const { route } = reading
  const record = recordOf(reading, input)
  if (!cell.isRead && !reading.noCacheReason) {
    cell.isRead = true
    const kept = await engine.readRecord(record).catch(() => undefined)
    // An older version's stored response may have a different shape.
    const value = kept && (route.answer ? route.answer.safeParse(kept.value).data : ((kept.value ?? undefined) as A))
    if (kept && value !== undefined && cell.get().value === undefined) cell.set({ value, at: kept.at })
  }
  const isWanted = asking.begun?.()
  try {
    const first = await pageOf(reading, input, asking)
    const isWhole = reading.pages?.isWhole === true
    const isFirstTime = isWhole && cell.get().value === undefined
    let value: A = first
    // Refetches all shown pages, so that the list doesn't shrink under its reader.
    for (let page = 1; isWhole || page < cell.pages; page++) {
      const after = reading.pages?.nextOf(value)
      if (!after) break
      if (isFirstTime) cell.set({ value, problem: null, isMissing: false })
      value = reading.pages!.join(value, await pageOf(reading, input, asking, after))
    }
    if (isWanted?.(cell.get().value !== undefined) === false) return
    cell.take(value, isWhole ? value : first)
  } catch (thrown) {
    const isRefused = thrown instanceof ApiError && (thrown.status === 403 || thrown.status === 404)
    if (isRefused) void engine.writeRecord(record, null).catch(() => undefined)
    cell.set({
      ...(isRefused && { value: undefined, at: null }),
      isFresh: false,
      isOffline: thrown instanceof ApiError && thrown.isOffline,
      isMissing: isRefused || cell.get().value === undefined,
      problem: problemOf(thrown),
      isRefused,
    })
  }
}
