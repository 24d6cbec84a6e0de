// Invariants of every run: nothing lost, duplicated, or out of order, and all views equal to the server.
import type { Changes, Feed } from '#core/contract/feed.ts'
import type { Engine } from '../client/types.ts'
import type { AnyCollection } from '../collection.ts'
import { feedAddress } from '../cursors.ts'
import { type Row, temporaryId } from '../protocol.ts'
import { settle, type TestTab } from './device.ts'
import { DEVICES } from './runs.ts'
import type { RunSubject, ServerUnderTest } from './subject.ts'
import { sendPatiently } from './wire.ts'

export type Taken = {
  key: string
  device: number
  order: number
  rowId: string
  collection: string
  texts: readonly string[]
  isSaved: boolean
  retriedAs: string[]
  fate: 'queued' | 'takenBack' | 'dismissed'
}
export type OpenTab = { engine: Engine; tab: TestTab; lastKey: () => string }
export type Ended = OpenTab & { device: number; at: string }
export type Played = {
  subject: RunSubject
  server: ServerUnderTest
  taken: Taken[]
  /** Each cancellation counts separately: one can get a response and another never. */
  inDoubt: Set<{ key: string }>
}

/** Throws if an invariant is broken. */
export async function judge(played: Played, ends: Ended[]): Promise<void> {
  const applied = await played.server.applied()
  judgeFates(played, ends, applied)
  judgeOrder(played.taken, applied)
  await judgeTexts(played, ends, applied)
  for (const { engine } of ends) for (const { key } of engine.outbox.list()) await engine.dismiss(key)
  await Promise.all(ends.map(({ engine }) => engine.pull()))
  for (const collection of played.subject.collections) await judgeViews(played.server, ends, collection)
}

/** Each saved action was made once or has a known outcome. */
function judgeFates({ taken, inDoubt }: Played, ends: Ended[], applied: readonly string[]) {
  const times = (key: string) => applied.filter((other) => other === key).length
  const refused = ends.map(({ device, engine }) => ({
    device,
    keys: new Set(engine.outbox.list().map((one) => one.key)),
  }))
  for (const one of taken) {
    const keys = [one.key, ...one.retriedAs]
    const made = keys.reduce((sum, key) => sum + times(key), 0)
    if (made > 1) throw new Error(`applied ${made} times: ${JSON.stringify(one)}`)
    if (one.fate === 'takenBack' && made > 0) throw new Error(`taken back but applied: ${JSON.stringify(one)}`)
    const isKnownRefused = refused.some(
      ({ device, keys: there }) => device === one.device && keys.some((key) => there.has(key)),
    )
    const mayBeTakenBack = [...inDoubt].some(({ key }) => keys.includes(key) || one.rowId === temporaryId(key))
    if (one.isSaved && !mayBeTakenBack && one.fate === 'queued' && made === 0 && !isKnownRefused)
      throw new Error(`lost: ${JSON.stringify(one)}`)
  }
}

function judgeOrder(taken: Taken[], applied: readonly string[]) {
  /** Retried, or waited for a create that was. */
  const isLater = (one: Taken): boolean => {
    const isCreateOf = ({ device, key }: Taken) => device === one.device && one.rowId === temporaryId(key)
    return one.retriedAs.length > 0 || taken.some((other) => other.retriedAs.length > 0 && isCreateOf(other))
  }
  for (let device = 0; device < DEVICES; device++) {
    const order = applied
      .map((key) => taken.find((one) => one.device === device && one.key === key && !isLater(one))?.order)
      .filter((at) => at !== undefined)
    if (order.some((at, i) => i > 0 && order[i - 1]! > at))
      throw new Error(`out of order on device ${device}: ${order}`)
  }
}

/** Acknowledged text is in the row or its history. */
async function judgeTexts({ taken, server }: Played, ends: Ended[], applied: readonly string[]) {
  if (!server.keptOf) return
  for (const { device, key, retriedAs, rowId, collection, texts } of taken) {
    if (texts.length === 0 || ![key, ...retriedAs].some((one) => applied.includes(one))) continue
    const { engine } = ends.find((end) => end.device === device)!
    const id = engine.of({ name: collection } as AnyCollection).resolve(rowId)
    const kept = await server.keptOf(id)
    const lost = kept && texts.filter((text) => !kept.includes(JSON.stringify(text)))
    if (lost && lost.length > 0) throw new Error(`typed and lost: ${lost.join(', ')}\n${kept}`)
  }
}

async function judgeViews(server: ServerUnderTest, ends: Ended[], collection: AnyCollection) {
  const truths = await Promise.all(
    Array.from({ length: DEVICES }, async (_, device) => canonical(await allRows(server, collection.name, device))),
  )
  for (const { engine, at, device } of ends) {
    const truth = truths[device]
    await settle(() => engine.outbox.list().length === 0, `an empty outbox in tab ${at}`)
    const seen = canonical(engine.of(collection).all())
    if (seen !== truth)
      throw new Error(`${collection.name} in tab ${at} differ from the server:\n${seen}\n— server —\n${truth}`)
  }
}

/** Reads page by page. */
export async function allRows(server: ServerUnderTest, name: string, device = 0): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (let page: Changes | null = null; !page || page.more; ) {
    const address = feedAddress({ [name]: page?.cursor ?? null })
    const { body } = await sendPatiently(server, { method: 'GET', address, body: undefined, key: null }, device)
    page = (body as Feed).collections[name]!
    for (const row of page.rows) rows.set(row.id, row)
    for (const id of page.gone) rows.delete(id)
  }
  return [...rows.values()]
}

const canonical = (rows: readonly Row[]) =>
  JSON.stringify([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).map(sorted), null, 1)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
