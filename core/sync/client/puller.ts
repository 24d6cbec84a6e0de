// Fetches what changed on the server and lays it under what is queued. Never while an action is on its way:
// an answer that began before it could be older than the row it confirms.
import type { Changes } from '#core/contract/feed.ts'
import { type Cursors, FEED, feedAddress } from '../cursors.ts'
import { mergeServerRows, type Pulled } from './layDown.ts'
import type { LocalDatabase, Write } from './localDatabase.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Clock, EngineOptions, Transport } from './parts.ts'
import { type Entry, isCreate } from './replay.ts'
import { exchange } from './sender.ts'

export type PullState = 'done' | 'offline' | 'signin' | 'skipped'

type Parts = {
  database: LocalDatabase
  outbox: Outbox
  transport: Transport
  clock: Clock
  closing: AbortSignal
  /** Of each collection, where this device is; null before its first rows. */
  cursors: () => Cursors
  queue: () => readonly Entry[]
  written: () => Promise<void>
  onTakenAway: EngineOptions['onTakenAway']
}
/** By collection; null for one that the person may not see. */
type Page = Record<string, Changes | null>

export function createPuller({
  database,
  outbox,
  transport,
  clock,
  closing,
  cursors,
  queue,
  written,
  onTakenAway,
}: Parts) {
  async function pullNow(): Promise<PullState> {
    // A create without an answer may be on the server already: pulled now, the person would see it twice.
    if (queue().some((entry) => isCreate(entry) && entry.isSilent && entry.state === 'waiting')) return 'skipped'
    const begun = cursors()
    const gathered = new Map<string, Pulled>()
    for (let after = begun; ; ) {
      const page = await pullPage(after)
      if (typeof page === 'string') return page
      const ready: Record<string, Pulled> = {}
      const next: Record<string, string> = {}
      for (const [name, changes] of Object.entries(page)) {
        const hasMore = changes?.more && changes.cursor !== after[name]
        if (hasMore) next[name] = changes.cursor
        if (changes && begun[name] !== null && !changes.reset && !gathered.has(name)) {
          ready[name] = changes
          continue
        }
        // Everything anew is laid down at once: half of it would take the other half's rows for gone.
        const all = joined(gathered.get(name), changes)
        if (hasMore) gathered.set(name, all)
        else ready[name] = all
      }
      const isLast = Object.keys(next).length === 0
      await note(async (write) => {
        await mergeServerRows(write, outbox, ready)
        // A person who sees half of their rows must not take it for all there is.
        if (isLast) {
          write.meta.lastSync = new Date(clock.now()).toISOString()
          write.meta.isLockedAway = false
        }
        write.meta.offlineSince = null
      })
      if (Object.entries(page).some(([name, changes]) => changes === null && begun[name] !== null)) {
        await database.forgetRecords()
        onTakenAway?.()
      }
      if (isLast) return 'done'
      after = next
    }
  }

  async function pullPage(after: Cursors): Promise<Page | PullState> {
    const request = { method: FEED.method, address: feedAddress(after), body: undefined, key: null }
    const answer = await exchange(transport, clock, closing, request)
    if (answer && (answer.status === 401 || answer.status === 403)) {
      await note((write) => {
        write.meta.isSignInNeeded = true
        write.meta.offlineSince = null
      })
      return 'signin'
    }
    if (answer && [400, 404, 410].includes(answer.status)) {
      // The server doesn't know these cursors any more: the next pull reads everything.
      await note((write) => {
        for (const name of Object.keys(after)) delete write.meta.cursors[name]
      })
      return 'offline'
    }
    const page = answer && answer.status >= 200 && answer.status < 300 ? readWhole(answer.body, after) : null
    if (page) return page
    await note((write) => {
      if (!answer || answer.status >= 500) write.meta.offlineSince ??= new Date(clock.now()).toISOString()
    })
    return 'offline'
  }

  async function note(work: (write: Write) => void | Promise<void>) {
    await database.write(async (write) => work(write))
    await written()
  }

  return { pullNow }
}

/** What was asked for of an answer; null for half an answer, which is none. */
function readWhole(body: unknown, asked: Cursors): Page | null {
  const given = (body as { collections?: unknown } | null)?.collections
  if (typeof given !== 'object' || given === null) return null
  const page = Object.entries(given).filter(([name]) => name in asked)
  return page.every(([, changes]) => changes === null || isWhole(changes)) ? Object.fromEntries(page) : null
}

const isWhole = ({ rows, gone, cursor }: Partial<Changes>) =>
  Array.isArray(rows) &&
  Array.isArray(gone) &&
  typeof cursor === 'string' &&
  rows.every((row) => typeof row.id === 'string')

/** The rows of a later page stand, and what it says is gone is gone. */
function joined(before: Pulled | undefined, page: Changes | null): Pulled {
  if (!page) return { rows: [], gone: [], cursor: null, isAll: true }
  const rows = new Map([...(before?.rows ?? []), ...page.rows].map((row) => [row.id, row]))
  for (const id of page.gone) rows.delete(id)
  return { rows: [...rows.values()], gone: [], cursor: page.cursor, isAll: true }
}
