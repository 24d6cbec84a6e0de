// What may happen to a queued action, each as one transaction over outbox, rows and id map.
import type { ErrorBody } from '#core/contract/errors.ts'
import { isTemporary, Refusal, type Row } from '../protocol.ts'
import { confirmedOf, GONE, type Kept, type LocalDatabase, NO_STATUS, unawaited, type Write } from './localDatabase.ts'
import type { EngineOptions } from './parts.ts'
import {
  bySeq,
  type Entry,
  EVERY_ROW,
  isCreate,
  namesOneOf,
  type Rules,
  realInput,
  replay,
  type ShownRow,
} from './replay.ts'

export type Outbox = ReturnType<typeof outboxOf>
/** What the device believed when the person acted on a row. */
export type Prediction = { confirmed: Row | null; view: Row | null; rev: string; nextRev: string }
/** The action to send now, when the first in line may be sent; otherwise when to look again, in ms, or null for nothing to send. */
export type Pick = { entry: Entry; confirmed: Row | null } | { waitMs: number } | null

export function outboxOf(rules: Rules, options: { newRev: () => string; revLimit: number; now: () => number }) {
  /** The actions to replay on a row, in order. */
  async function entriesFor({ tx }: Write, id: string): Promise<Entry[]> {
    const byEntity = tx.objectStore('outbox').index('entity')
    const [named, each] = await Promise.all([byEntity.getAll(id), byEntity.getAll(EVERY_ROW)])
    return each.length ? [...named, ...each].sort(bySeq) : named
  }

  function put(
    write: Write,
    kept: Omit<Kept, '_rev' | '_revs' | '_seq'>,
    before: Kept | undefined,
    rev = options.newRev(),
  ) {
    const _revs = [rev, ...(before?._revs ?? [])].slice(0, options.revLimit)
    unawaited(write.tx.objectStore('targets').put({ ...kept, _rev: rev, _revs, _seq: write.seq }))
  }

  /** Stores a row's confirmed state and, computed from it, how it is shown. */
  function putRow(
    write: Write,
    id: string,
    before: Kept | undefined,
    confirmed: Row | null,
    entries: readonly Entry[],
  ) {
    const view = replay(rules, confirmed, entries)
    const hasMore = entries.some((entry) => entry.entity === id) || view !== confirmed
    const isSame =
      before &&
      !hasMore &&
      before.base === undefined &&
      before.doc &&
      JSON.stringify(before.doc) === JSON.stringify(confirmed)
    if (isSame) return
    put(write, { id, status: statusOf(view), doc: view, ...(hasMore && { base: confirmed }) }, before)
  }

  async function rebuild(write: Write, id: string) {
    const before = await write.tx.objectStore('targets').get(id)
    if (before) putRow(write, id, before, confirmedOf(before), await entriesFor(write, id))
  }

  /** Rebuilds what an entry touches: its row, or every row. `confirm` may move the confirmed state on. */
  async function rebuildAround(write: Write, entry: Entry, confirm = (confirmed: Row | null) => confirmed) {
    const targets = write.tx.objectStore('targets')
    if (entry.entity !== EVERY_ROW) {
      const before = await targets.get(entry.entity)
      const after = confirm(confirmedOf(before))
      if (before || after) putRow(write, entry.entity, before, after, await entriesFor(write, entry.entity))
      return
    }
    const queued = await write.tx.objectStore('outbox').getAll()
    for (const before of await targets.getAll()) {
      const confirmed = confirmedOf(before)
      const after = confirmed && confirm(confirmed)
      const mine = queued.filter((other) => other.entity === before.id || other.entity === EVERY_ROW)
      if (after !== confirmed || before.base !== undefined || mine.length) putRow(write, before.id, before, after, mine)
    }
  }

  async function byKey(write: Write, key: string) {
    return write.tx.objectStore('outbox').index('key').get(key)
  }

  /** Appends an action with the rows as it leaves them. Another tab may have written meanwhile: then it is decided again on what is there. */
  async function keep(
    write: Write,
    entry: Entry,
    predictions: ReadonlyMap<string, Prediction>,
  ): Promise<{ seq: number; isMerged: boolean }> {
    const { tx } = write
    const targets = tx.objectStore('targets')
    let isMerged = false
    let entity = entry.entity
    if (isTemporary(entity) && !isCreate(entry)) entity = (await tx.objectStore('idmap').get(entity))?.real ?? entity
    for (const [predictedId, { confirmed, view, rev, nextRev }] of predictions) {
      const id = predictedId === entry.entity ? entity : predictedId
      const before = await targets.get(id)
      if (!before && isTemporary(id) && !isCreate(entry))
        throw new Refusal('not_found', 'What this is about could not be kept on this device.', 404)
      if (!before || before._rev === rev) {
        put(
          write,
          { id, status: statusOf(view), doc: view, base: before ? confirmedOf(before) : confirmed },
          before,
          nextRev,
        )
        continue
      }
      isMerged = true
      const action = rules.actions.get(entry.action)
      const merged = replay(rules, before.doc, [{ ...entry, entity: id }])
      if (merged === before.doc && entity !== EVERY_ROW && action)
        action.decide(before.doc, realInput(rules, entry.input), {
          actor: rules.actor,
          zone: rules.zone,
          now: entry.at,
          key: entry.key,
          newId: () => '',
        })
      put(write, { id, status: statusOf(merged), doc: merged, base: confirmedOf(before) }, before)
    }
    const { seq: _, ...rest } = entry
    const seq = await tx.objectStore('outbox').add({ ...rest, entity } as Entry)
    return { seq, isMerged }
  }

  /** Finds the first that may be sent and marks it as on its way, so that no tab takes it back any more. */
  async function pick(
    write: Write,
    build: (entry: Entry, confirmed: Row | null) => Entry['request'],
    isForced: boolean,
    isKnown: (entry: Entry) => boolean,
  ): Promise<Pick> {
    const { tx } = write
    const stuck = new Set<string>()
    for (let cursor = await tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue()) {
      const entry = cursor.value
      const canGo =
        (entry.state === 'waiting' || entry.state === 'sending') &&
        isKnown(entry) &&
        !stuck.has(entry.entity) &&
        !namesOneOf(stuck, entry.input)
      if (!canGo) {
        if (isCreate(entry)) stuck.add(entry.entity)
        continue
      }
      const waitMs = entry.nextAt - options.now()
      // A wait longer than it was set for means that the clock was turned back.
      if (!isForced && waitMs > 0 && waitMs <= entry.delay) return { waitMs }
      const confirmed =
        entry.entity === EVERY_ROW ? null : confirmedOf(await tx.objectStore('targets').get(entry.entity))
      const picked: Entry = { ...entry, state: 'sending', attempts: entry.attempts + 1 }
      if (!entry.isSent || !entry.request) {
        try {
          picked.request = build(entry, confirmed)
        } catch (problem) {
          await park(write, entry, bugIn(problem))
          if (isCreate(entry)) stuck.add(entry.entity)
          continue
        }
        picked.cursor = write.meta.cursor
      }
      await cursor.update({ ...picked, isSent: true })
      return { entry: picked, confirmed }
    }
    return null
  }

  /** The server said yes. Throws what the action's own code throws; then nothing is written. Returns whether to pull. */
  async function confirm(write: Write, sent: Entry, answer: unknown): Promise<boolean> {
    const { tx } = write
    const action = rules.actions.get(sent.action)!
    await tx.objectStore('outbox').delete(sent.seq)
    if (isCreate(sent)) {
      const made = action.confirm(answer, null)
      if (!made) throw new Error(`${sent.action} confirmed nothing`)
      await adopt(write, sent.entity, made)
    } else if (sent.entity === EVERY_ROW) {
      const input = realInput(rules, sent.input)
      const context = { actor: rules.actor, zone: rules.zone, now: sent.at, key: sent.key, newId: () => '' }
      await rebuildAround(write, sent, (confirmed) =>
        action.confirm(answer, action.decide(confirmed, input, context).row),
      )
    } else {
      await rebuildAround(write, sent, (confirmed) => action.confirm(answer, confirmed))
    }
    const isOld = sent.attempts > 1 && sent.cursor !== undefined && sent.cursor !== write.meta.cursor
    if (isOld) write.meta.cursor = sent.cursor ?? null
    return isOld || sent.entity === EVERY_ROW
  }

  /** A created row gets its real id; what is queued for it goes along. */
  async function adopt(write: Write, temp: string, made: Row) {
    const { tx } = write
    const outbox = tx.objectStore('outbox')
    unawaited(tx.objectStore('idmap').put({ temp, real: made.id, _seq: write.seq }))
    for (const follower of await outbox.index('entity').getAll(temp))
      unawaited(outbox.put({ ...follower, entity: made.id }))
    const targets = tx.objectStore('targets')
    put(write, { id: temp, status: GONE, doc: null }, await targets.get(temp))
    putRow(write, made.id, await targets.get(made.id), made, await entriesFor(write, made.id))
  }

  async function refuse(write: Write, sent: Entry, problem: ErrorBody) {
    await write.tx.objectStore('outbox').put({ ...sent, state: 'refused', problem })
    await rebuildAround(write, sent)
  }

  /** Its own code failed: it stands aside, visibly, and the rest goes on. */
  async function park(write: Write, sent: Entry, problem: ErrorBody) {
    await write.tx.objectStore('outbox').put({ ...sent, state: 'parked', problem })
    await rebuildAround(write, sent)
  }

  const postpone = (write: Write, sent: Entry, change: Partial<Entry>) =>
    write.tx.objectStore('outbox').put({ ...sent, state: 'waiting', ...change })

  /** Who held the lock before may have died while sending. */
  async function release(write: Write) {
    for (let cursor = await write.tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue())
      if (cursor.value.state === 'sending') await cursor.update({ ...cursor.value, state: 'waiting', isSilent: true })
  }

  async function remove(write: Write, entry: Entry) {
    const outbox = write.tx.objectStore('outbox')
    await outbox.delete(entry.seq)
    if (isCreate(entry))
      for (const follower of await outbox.index('entity').getAll(entry.entity)) await outbox.delete(follower.seq)
    await rebuildAround(write, entry)
  }

  async function takeBack(write: Write, key: string): Promise<boolean> {
    const entry = await byKey(write, key)
    if (entry?.state !== 'waiting' || entry.isSent) return false
    await remove(write, entry)
    return true
  }

  async function dismiss(write: Write, key: string, isStuck: (entry: Entry) => boolean) {
    const entry = await byKey(write, key)
    if (entry && (entry.state === 'refused' || entry.state === 'parked' || isStuck(entry))) await remove(write, entry)
  }

  /** A create keeps its place, because what hangs on it stands behind; anything else goes to the end. A changed input or a refusal needs another key. */
  async function retry(write: Write, key: string, changes: { key: string; at: string; v: number; input?: unknown }) {
    const outbox = write.tx.objectStore('outbox')
    const entry = await byKey(write, key)
    if (!entry || (entry.state !== 'refused' && entry.state !== 'parked')) return
    const { problem, request: _, cursor: __, ...rest } = entry
    const fresh = { ...rest, attempts: 0, nextAt: 0, delay: 0, isSent: false, isSilent: false, isForbidden: false }
    // After a bug, or a try without an answer before a 403, the server may have applied it: only the same key makes sure of once.
    const isSame = (problem?.code === 'bug' || (entry.isForbidden && entry.isSent)) && changes.input === undefined
    const again: Entry = isSame
      ? { ...entry, state: 'waiting', problem: undefined, isForbidden: false }
      : { ...fresh, ...changes, input: changes.input ?? entry.input, state: 'waiting' }
    if (isCreate(entry)) {
      await outbox.put(again)
    } else {
      await outbox.delete(entry.seq)
      const { seq: ___, ...unplaced } = again
      await outbox.add(unplaced as Entry)
    }
    await rebuildAround(write, entry)
  }

  return {
    entriesFor,
    putRow,
    put,
    rebuild,
    keep,
    pick,
    confirm,
    refuse,
    park,
    postpone,
    release,
    takeBack,
    dismiss,
    retry,
  }
}

/** Brings what an older version queued to the present shape; nothing queued is ever dropped. */
export async function migrate(database: LocalDatabase, version: number, convert: EngineOptions['migrate']) {
  if (!convert) return
  await database.write(async ({ tx }) => {
    for (let cursor = await tx.objectStore('outbox').openCursor(); cursor; cursor = await cursor.continue()) {
      const { action, input, v } = cursor.value
      if (v < version) await cursor.update({ ...cursor.value, ...convert({ action, input, v }), v: version })
    }
  })
}

export const bugIn = (problem: unknown): ErrorBody => ({
  code: 'bug',
  message: `This could not be sent: ${problem instanceof Error ? problem.message : String(problem)}`,
})

const statusOf = (view: Row | null) => (view ? ((view as ShownRow).status ?? NO_STATUS) : GONE)
