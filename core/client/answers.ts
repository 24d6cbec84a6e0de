// The answers that one engine's person has of the server: each asked for once at a time, however many look at it.
import type { Engine } from '#core/sync/client/engine.ts'
import { type Reading, recordOf } from '#core/sync/reading.ts'
import { ApiError, call, problemOf } from './api.ts'

export type QueryState<A> = {
  value: A | undefined
  /** When the server said it, an ISO instant. */
  at: string | null
  /** It was said since this page was opened, and the last question was answered. */
  isFresh: boolean
  /** The last question got no answer because there is no network. */
  isOffline: boolean
  /** There is no answer, and none can be had now. */
  isMissing: boolean
  /** Why the last question failed, as a sentence. */
  problem: string | null
  /** What may not be seen, or not any more: it is forgotten here too. */
  isRefused: boolean
}
export type QueryRequest = {
  proxyFor?: string | undefined
  /** Is called before a question; what it returns is called with its answer, and says whether to take it. */
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
/** So many answers of one reading are kept where it does not say how many. */
const KEEPS = 100

/** What one person has been told never shows to another: it goes with the engine. */
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

/** After a change that the engine does not know of: whoever shows answers of this reading asks for them again. */
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
    /** The question under way. */
    asking: null as Promise<void> | null,
    isAgain: false,
    isRead: false,
    /** Of an answer in pages, how many are shown. */
    pages: 1,
    ask: async () => {},
    /** Adds the next page, where there is one. */
    more: async () => {},
    /** Shows an answer and keeps it, or what stands for it. */
    take: (_: A, __?: A) => {},
  }
}

/** Who asks while a question is under way gets one more afterwards: the answer that comes may be older than the reason. */
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

/** Throws when the server can't be reached, or refuses. */
const pageOf = async <I, A>({ route, callOf }: Reading<I, A>, input: I, { proxyFor }: QueryRequest, after?: string) =>
  (await call(route, callOf(input, after) as never, { proxyFor })) as A

/** Once what is being asked has been answered: the page after it is another one then. */
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
    // What an older version kept may have another shape.
    const value = kept && (route.answer ? route.answer.safeParse(kept.value).data : ((kept.value ?? undefined) as A))
    if (kept && value !== undefined && cell.get().value === undefined) cell.set({ value, at: kept.at })
  }
  const isWanted = asking.begun?.()
  try {
    const first = await pageOf(reading, input, asking)
    let value: A = first
    // As many pages as are shown: a list does not grow shorter under who reads it.
    for (let page = 1; page < cell.pages; page++) {
      const after = reading.pages?.nextOf(value)
      if (after) value = reading.pages!.join(value, await pageOf(reading, input, asking, after))
    }
    if (isWanted?.(cell.get().value !== undefined) === false) return
    cell.take(value, first)
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
