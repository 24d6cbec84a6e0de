// Fetches what changed on the server and lays it under what is queued. Never while an action is on its way:
// an answer that began before it could be older than the row it confirms.
import type { Row } from '../protocol.ts'
import { confirmedOf, GONE, type Kept, type LocalDatabase, type Write } from './localDatabase.ts'
import type { Outbox } from './outbox.ts'
import type { Clock, Pulled, PullParts, Transport } from './parts.ts'
import { bySeq, type Entry, EVERY_ROW, isCreate } from './replay.ts'
import { exchange } from './sender.ts'

export type PullState = 'done' | 'offline' | 'signin' | 'skipped'

type Parts = {
  database: LocalDatabase
  outbox: Outbox
  transport: Transport
  pull: PullParts
  clock: Clock
  closing: AbortSignal
  cursor: () => string | null
  queue: () => readonly Entry[]
  written: () => Promise<void>
}

export function pullerOf({ database, outbox, transport, pull, clock, closing, cursor, queue, written }: Parts) {
  async function pullNow(): Promise<PullState> {
    // A create without an answer may be on the server already: pulled now, the person would see it twice.
    if (queue().some((entry) => isCreate(entry) && entry.isSilent && entry.state === 'waiting')) return 'skipped'
    const isFirst = cursor() === null
    let before: Pulled | null = null
    for (let after = cursor(); ; ) {
      const page = await pullPage(after)
      if (typeof page === 'string') return page
      // Everything anew is laid down at once: half of it would take the other half's rows for gone.
      const pulled: Pulled = before ? joined(before, page) : page
      const isWaiting = page.more && (isFirst || pulled.reset) && page.cursor !== after
      before = isWaiting ? pulled : null
      if (!isWaiting) {
        const now = new Date(clock.now()).toISOString()
        await note((write) => applyPull(write, outbox, { ...pulled, reset: pulled.reset || isFirst }, now))
      }
      if (!page.more || page.cursor === after) return 'done'
      after = page.cursor
    }
  }

  async function pullPage(after: string | null): Promise<Pulled | PullState> {
    const request = { method: 'GET', address: pull.address(after), body: undefined, key: null } as const
    const answer = await exchange(transport, clock, closing, request)
    if (answer && (answer.status === 401 || answer.status === 403)) {
      await note((write) => {
        write.meta.isSignInNeeded = true
        write.meta.offlineSince = null
      })
      return 'signin'
    }
    if (answer && after !== null && [400, 404, 410].includes(answer.status)) {
      // The server doesn't know this cursor any more: the next pull reads everything.
      await note((write) => {
        write.meta.cursor = null
      })
      return 'offline'
    }
    const pulled = answer && answer.status >= 200 && answer.status < 300 ? readWhole(answer.body) : null
    if (pulled) return pulled
    await note((write) => {
      if (!answer || answer.status >= 500) write.meta.offlineSince ??= new Date(clock.now()).toISOString()
    })
    return 'offline'
  }

  async function note(work: (write: Write) => void | Promise<void>) {
    await database.write(async (write) => work(write))
    await written()
  }

  /** Half an answer is none. */
  function readWhole(body: unknown): Pulled | null {
    try {
      const pulled = pull.read(body)
      const isWhole = Array.isArray(pulled.rows) && Array.isArray(pulled.gone) && typeof pulled.cursor === 'string'
      return isWhole && pulled.rows.every((row) => typeof row.id === 'string') ? pulled : null
    } catch {
      return null
    }
  }

  return { pullNow }
}

/** The rows of a later page stand, and what it says is gone is gone. */
function joined(before: Pulled, page: Pulled): Pulled {
  const rows = new Map([...before.rows, ...page.rows].map((row) => [row.id, row]))
  for (const id of page.gone) rows.delete(id)
  return {
    ...page,
    rows: [...rows.values()],
    gone: [...before.gone.filter((id) => !rows.has(id)), ...page.gone],
    reset: before.reset,
  }
}

/** From this many rows on, one read of everything is quicker than one read each. */
const MANY = 100

async function applyPull(write: Write, outbox: Outbox, pulled: Pulled, at: string) {
  const targets = write.tx.objectStore('targets')
  const queued = await write.tx.objectStore('outbox').getAll()
  const ids = [...pulled.rows.map((row) => row.id), ...pulled.gone]
  const before = new Map<string, Kept>()
  const kept =
    pulled.reset || ids.length > MANY ? await targets.getAll() : await Promise.all(ids.map((id) => targets.get(id)))
  for (const one of kept) if (one) before.set(one.id, one)

  const each = queued.filter((entry) => entry.entity === EVERY_ROW)
  const entriesFor = new Map<string, Entry[]>()
  for (const entry of queued)
    if (entry.entity !== EVERY_ROW) entriesFor.set(entry.entity, [...(entriesFor.get(entry.entity) ?? []), entry])
  const put = (id: string, confirmed: Row | null) => {
    const named = entriesFor.get(id) ?? []
    outbox.putRow(write, id, before.get(id), confirmed, each.length ? [...named, ...each].sort(bySeq) : named)
  }

  for (const row of pulled.rows) put(row.id, row)
  const isSent = new Set(pulled.rows.map((row) => row.id))
  const missing = pulled.reset
    ? [...before.values()]
        .filter((one) => one.status !== GONE || one.base !== undefined)
        .filter((one) => confirmedOf(one) !== null)
        .map((one) => one.id)
    : []
  for (const id of new Set([...pulled.gone, ...missing])) if (before.has(id) && !isSent.has(id)) put(id, null)
  write.meta.cursor = pulled.cursor
  write.meta.lastSync = at
  write.meta.offlineSince = null
}
