// A test device: tabs over one database, with locks, channel, and clock that tests can stop or kill.
import { openDB } from 'idb'
import 'fake-indexeddb/auto'
import type { Clock, Connection, EngineOptions, Locks, TabChannel } from '../client/environment.ts'

export type TestDevice = ReturnType<typeof makeDevice>
export type TestTab = ReturnType<TestDevice['openTab']>

/** One `name` per device and test. */
export function makeDevice(name: string, startsAt = Date.parse('2026-11-20T18:00:00Z')) {
  const clock = makeClock(startsAt)
  const locks = makeLocks()
  const tabs = new Set<{ hear: (message: unknown) => void }>()
  let keys = 0

  function openTab() {
    let isAlive = true
    let tabIsOnline = true
    let woken: (() => void) | null = null
    const connections = new Set<Connection>()
    const transactions = new Set<{ abort: () => void }>()
    const releases = new Set<() => void>()
    const heard: ((message: unknown) => void)[] = []
    const me = {
      hear(message: unknown) {
        if (isAlive) for (const listener of heard) listener(message)
      },
    }
    tabs.add(me)
    const channel: TabChannel = {
      post(message) {
        if (isAlive) for (const tab of tabs) if (tab !== me) queueMicrotask(() => tab.hear(structuredClone(message)))
      },
      listen: (listener) => void heard.push(listener),
      close: () => void tabs.delete(me),
    }
    /** Runs on every transaction. A test can make it fail. */
    const faults: { onTransaction: ((mode: string) => void) | null } = { onTransaction: null }

    const parts = {
      database: {
        name,
        open: async (database, version, callbacks) => {
          if (!isAlive) return never<Connection>()
          const connection = await openDB(database, version, callbacks)
          if (!isAlive) {
            connection.close()
            return never<Connection>()
          }
          connections.add(connection)
          return watched(connection, transactions, faults)
        },
      },
      locks: {
        request: (lock, { signal }, holding) => {
          const hold = () => Promise.race([holding(), new Promise<void>((resolve) => releases.add(resolve))])
          return locks.request(lock, { signal }, () => (isAlive ? hold() : Promise.resolve()))
        },
      },
      channel,
      clock: {
        now: clock.now,
        setTimeout: (work, ms) => clock.setTimeout(() => isAlive && work(), ms),
        clearTimeout: clock.clearTimeout,
      },
      newKey: () => keyOf(name, keys++),
      random: () => 0.5,
      isOnline: () => tabIsOnline,
      watch(listener) {
        woken = listener
        return () => {
          woken = null
        }
      },
    } satisfies Partial<EngineOptions>

    return {
      parts,
      faults,
      isAlive: () => isAlive,
      setOnline(isOnline: boolean) {
        tabIsOnline = isOnline
        woken?.()
      },
      focus: () => woken?.(),
      closeConnections() {
        for (const connection of connections) connection.close()
        connections.clear()
      },
      /** Like `kill -9`: transactions abort, nothing continues, locks are free. */
      kill() {
        isAlive = false
        tabs.delete(me)
        for (const transaction of transactions) {
          try {
            transaction.abort()
          } catch {
            // The transaction is already complete.
          }
        }
        for (const connection of connections) connection.close()
        for (const release of releases) release()
      },
    }
  }

  return { name, clock, openTab }
}

const never = <T>() => new Promise<T>(() => {})

function watched(
  connection: Connection,
  transactions: Set<{ abort: () => void }>,
  faults: { onTransaction: ((mode: string) => void) | null },
): Connection {
  return new Proxy(connection, {
    get(target, property) {
      const value = Reflect.get(target, property) as unknown
      if (property !== 'transaction') return typeof value === 'function' ? value.bind(target) : value
      return (...given: Parameters<Connection['transaction']>) => {
        faults.onTransaction?.(String(given[1]))
        const transaction = target.transaction(...given)
        transactions.add(transaction)
        const forget = () => void transactions.delete(transaction)
        transaction.done.then(forget, forget)
        return transaction
      }
    },
  })
}

/** UUID-shaped, the same in every repetition. */
export function keyOf(name: string, n: number): string {
  let hash = 2166136261
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0
  return `${hash.toString(16).padStart(8, '0')}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

export type TestClock = Clock & { advance: (ms: number) => void; jump: (ms: number) => void; next: () => number | null }

/** Only `advance` passes time and runs timers. `jump` sets the clock. */
export function makeClock(startsAt: number): TestClock {
  let passed = 0
  let offset = startsAt
  let count = 0
  const timers = new Map<number, { at: number; work: () => void }>()
  const nextTimer = () => [...timers].sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]
  return {
    now: () => offset + passed,
    setTimeout(work, ms) {
      timers.set(++count, { at: passed + Math.max(0, ms), work })
      return count
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    advance(ms) {
      const until = passed + ms
      for (let next = nextTimer(); next && next[1].at <= until; next = nextTimer()) {
        timers.delete(next[0])
        passed = Math.max(passed, next[1].at)
        next[1].work()
      }
      passed = until
    },
    jump(ms) {
      offset += ms
    },
    /** Returns the milliseconds until the next timer. */
    next: () => {
      const timer = nextTimer()
      return timer ? timer[1].at - passed : null
    },
  }
}

function makeLocks(): Locks {
  const lines = new Map<string, Promise<unknown>>()
  return {
    request(name, { signal }, holding) {
      const before = lines.get(name) ?? Promise.resolve()
      let isHeld = false
      const mine = before.then(() => {
        if (signal.aborted) return
        isHeld = true
        return holding()
      })
      const ended = mine.catch(() => undefined)
      lines.set(name, ended)
      // A waiting request is released right away, a holder ends in its own time.
      const left = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          if (!isHeld) resolve()
        })
      })
      return Promise.race([mine, left])
    },
  }
}

/** Runs everything that needs neither time nor network, until `isDone` or for so many event loop turns. */
export async function settle(isDone: () => boolean, what = 'the condition', turns = 20_000): Promise<void> {
  for (let i = 0; i < turns; i++) {
    if (isDone()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`${what} did not come true`)
}

export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
