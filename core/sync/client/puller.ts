// Never pulls while an action is being sent: an earlier response could be older than the row it confirms.
import type { Changes } from '#core/contract/feed.ts'
import { type Cursors, FEED, feedAddress } from '../cursors.ts'
import type { Clock, EngineOptions, Transport } from './environment.ts'
import type { LocalDatabase, Write } from './localDatabase.ts'
import { mergeServerRows, type Pulled } from './mergeServerRows.ts'
import type { Outbox } from './outbox/outbox.ts'
import { type Entry, isCreate } from './replay.ts'
import { exchange } from './sender.ts'

export type PullState = 'done' | 'offline' | 'signin' | 'skipped'

type Parts = {
  database: LocalDatabase
  outbox: Outbox
  transport: Transport
  clock: Clock
  closing: AbortSignal
  /** Null before a collection's first rows. */
  cursors: () => Cursors
  queue: () => readonly Entry[]
  written: () => Promise<void>
  onTakenAway: EngineOptions['onTakenAway']
}
/** Null for a collection the person can't see. */
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
    // The server may have an unanswered create, which a pull would show twice.
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
        // A full fetch is stored in one step. Half would delete the other half's rows.
        const all = joined(gathered.get(name), changes)
        if (hasMore) gathered.set(name, all)
        else ready[name] = all
      }
      const isLast = Object.keys(next).length === 0
      await note(async (write) => {
        await mergeServerRows(write, outbox, ready)
        // People must not mistake half of their rows for all.
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
      // The server rejects these cursors, so the next pull reads everything.
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

/** Returns null for an incomplete response. */
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

/** Rows and deletions of a later page win. */
function joined(before: Pulled | undefined, page: Changes | null): Pulled {
  if (!page) return { rows: [], gone: [], cursor: null, isAll: true }
  const rows = new Map([...(before?.rows ?? []), ...page.rows].map((row) => [row.id, row]))
  for (const id of page.gone) rows.delete(id)
  return { rows: [...rows.values()], gone: [], cursor: page.cursor, isAll: true }
}
