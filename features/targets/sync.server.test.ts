// Tests that the feed misses nothing, and that the server's result equals the device's.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { type AnyAction, type Context, Refusal, temporaryId } from '#core/sync/protocol.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { Target, TargetTile } from './contract.ts'
import { tileOf } from './facts.ts'
import { editTarget } from './forms/actions.ts'
import type { Tiles } from './list/contract.ts'
import { writeNote } from './notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget, undoChange } from './outcome/actions.ts'
import { routes } from './routesContract.ts'
import { aTarget } from './samples.ts'
import { setStep } from './steps/actions.ts'
import { destroyTarget, trashTarget } from './trash/actions.ts'
import { purgeTrash } from './trash/server/jobs.ts'

let api: Api
let firm: string
let dana: Client
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  dana = await api.aPerson(firm)
})
afterAll(() => api.close())

const changesAfter = async (person: Client, after: string) =>
  (await person.call<Tiles>(routes.list, { query: { after } })).body

const feedOf = async (person: Client, after: string) => {
  const { status, body } = await person.call<Feed>(feedRoutes.changes, { query: { after } })
  return status === 200 ? body.collections : status
}
const nothing = (cursor: string) => ({ rows: [], gone: [], cursor, more: false })

test('answers each person, firm, and cursor separately from one compiled statement', async () => {
  const lee = await api.aPerson(firm)
  const stranger = await api.aPerson(await api.aFirm())
  const both = (cursor: string) => `targets:${cursor},notifications:0`
  for (const person of [lee, stranger])
    expect(await feedOf(person, both('0'))).toEqual({ targets: nothing('0'), notifications: nothing('0') })
  const { body: target } = await lee.call<TargetTile>(routes.create, { body: aTarget({ company: 'Acme' }) })
  const { cursor } = await changesAfter(lee, '0')
  expect(await feedOf(lee, both('0'))).toMatchObject({ targets: { rows: [{ id: target.id }], cursor } })
  expect(await feedOf(lee, both(cursor))).toEqual({ targets: nothing(cursor), notifications: nothing('0') })
  expect(await feedOf(stranger, both('0'))).toEqual({ targets: nothing('0'), notifications: nothing('0') })

  // Another process commits without this one's knowledge.
  const { rows } = await api.database.pool.query<{ seq: string }>('select next_feed_seq($1, $2, $3, 1) as seq', [
    firm,
    'main',
    lee.actor.id,
  ])
  await api.database.pool.query(
    'update target_people set seq = $1 where org_id = $2 and target_id = $3 and user_id = $4',
    [rows[0]?.seq, firm, target.id, lee.actor.id],
  )
  expect(await feedOf(lee, both(cursor))).toMatchObject({ targets: { rows: [{ id: target.id }] } })

  await api.database.pool.query('delete from sessions where user_id = $1', [lee.actor.id])
  expect(await feedOf(lee, both(cursor))).toBe(401)
})

test('returns each change after a cursor once, and nothing without changes', async () => {
  const lee = await api.aPerson(firm)
  const start = await changesAfter(lee, '0')
  expect(start).toEqual({ tiles: [], gone: [], cursor: '0', more: false })
  const { body: first } = await lee.call<TargetTile>(routes.create, { body: aTarget({ company: 'Acme' }) })
  const { body: second } = await lee.call<TargetTile>(routes.create, { body: aTarget({ company: 'Okoro' }) })
  const both = await changesAfter(lee, start.cursor)
  expect(both.tiles.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await changesAfter(lee, both.cursor)).toEqual({ tiles: [], gone: [], cursor: both.cursor, more: false })
  const { body: won } = await lee.call<TargetTile>(routes.complete, { params: { id: first.id }, body: { revenue: -1 } })
  expect((await changesAfter(lee, both.cursor)).tiles).toEqual([won])
})

test('returns deletions by a person, by emptying the trash, and by the daily purge', async () => {
  const lee = await api.aPerson(firm)
  const ids: string[] = []
  for (const company of ['A', 'B', 'C', 'D'])
    ids.push((await lee.call<TargetTile>(routes.create, { body: aTarget({ company }) })).body.id)
  for (const id of ids.slice(0, 3)) await lee.call(routes.trash, { params: { id } })
  await api.caughtUp()
  const { cursor } = await changesAfter(lee, '0')
  expect((await lee.call(routes.destroy, { params: { id: ids[0]! } })).status).toBe(204)
  expect((await changesAfter(lee, cursor)).gone).toEqual([ids[0]])
  await withoutRls(
    api.database,
    (tx) => tx.sql`update targets set deleted_at = now() - interval '31 days' where id = ${ids[1]!}`,
  )
  await purgeTrash.run(api.database)
  expect(new Set((await changesAfter(lee, cursor)).gone)).toEqual(new Set([ids[0], ids[1]]))
  expect((await lee.call(routes.emptyTrash)).status).toBe(204)
  const after = await changesAfter(lee, cursor)
  expect([new Set(after.gone), after.tiles]).toEqual([new Set(ids.slice(0, 3)), []])
  expect(
    (await lee.call<Tiles>(routes.list, { query: { status: 'active,deleted' } })).body.tiles.map(({ id }) => id),
  ).toEqual([ids[3]])
  expect((await lee.call(routes.read, { params: { id: ids[0]! } })).body).toEqual({
    message: 'No target found with the specific id.',
    code: 'not_found',
  })
})

test('misses no change of many devices that write concurrently', async () => {
  const lee = await api.aPerson(firm)
  const seen = new Set<string>()
  let cursor = '0'
  let isWriting = true
  const read = async () => {
    const page = await changesAfter(lee, cursor)
    for (const { id } of page.tiles) seen.add(id)
    cursor = page.cursor
  }
  const reading = (async () => {
    while (isWriting) await read()
  })()
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      lee.call<TargetTile>(routes.create, { body: aTarget({ company: `Company ${i}` }) }),
    ),
  )
  isWriting = false
  await reading
  await read()
  expect(seen).toEqual(new Set(made.map(({ body }) => body.id)))
})

test('returns at most 1,000 rows per page and says if there are more', async () => {
  const lee = await api.aPerson(firm)
  const { body: one } = await lee.call<TargetTile>(routes.create, { body: aTarget() })
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into target_people (org_id, user_id, target_id, from_id, response, seq, doc, status)
      select org_id, user_id, gen_random_uuid(), from_id, response, seq + n, doc, status from target_people, generate_series(1, 1200) n where target_id = ${one.id} returning 1`
  })
  const first = await changesAfter(lee, '0')
  const second = await changesAfter(lee, first.cursor)
  expect([first.tiles.length, first.more, second.tiles.length, second.more]).toEqual([1000, true, 201, false])
})

test('rejects an unknown cursor, status, field, or ID with the error format', async () => {
  for (const [query, field] of [
    [{ after: 'x' }, 'after'],
    [{ status: 'nope' }, 'status'],
    [{ start: '2026-02-30' }, 'start'],
    // Errors never repeat a caller's invented values.
    [{ colour: 'red' }, 'body'],
  ] as const) {
    const reply = await dana.call(routes.list, { query })
    expect([reply.status, reply.body.code, Object.keys(reply.body.errors as object)]).toEqual([400, 'invalid', [field]])
  }
  expect((await dana.call(routes.read, { params: { id: 'not-an-id' } })).status).toBe(404)
})

type Step = {
  action: AnyAction
  route: keyof typeof routes
  body: (target: Target, keys: string[]) => Record<string, unknown>
}
const step = (action: unknown, route: keyof typeof routes, body: Step['body'] = () => ({})): Step => ({
  action: action as AnyAction,
  route,
  body,
})
const anyStep = fc.oneof(
  fc.constantFrom(
    step(archiveTarget, 'archive'),
    step(trashTarget, 'trash'),
    step(pursueTarget, 'work'),
    step(loseTarget, 'lose', () => ({ lost_reason: 'Timing' })),
    step(completeTarget, 'complete', () => ({ revenue: 40_000.5 })),
  ),
  fc
    .nat(30)
    .map((n) =>
      step(setStep, 'takeStep', () => ({ description: `Call ${n}`, due: addDays('2026-11-21', n), help: '' })),
    ),
  fc
    .nat(30)
    .map((n) => step(editTarget, 'edit', () => ({ due: addDays('2026-11-21', n), value: 'H', goal: `Goal ${n}` }))),
  fc.constantFrom('Likes boats', '').map((note) => step(writeNote, 'addNote', () => ({ note }))),
  fc.nat(9).map((n) => step(undoChange, 'undo', (_, keys) => ({ key: keys.at(-1 - (n % keys.length))! }))),
  fc.constant(step(destroyTarget, 'destroy')),
)
/** The server creates new IDs and knows colleagues' overlaps. Everything else must be equal. */
const withoutIds = (target: Target | null) =>
  target &&
  JSON.parse(
    JSON.stringify(
      { ...target, id: '', overlaps: [], undo: target.undo && { ...target.undo, made: target.undo.made.length } },
      (name, value) => (name === 'id' || name === 'tile_id' || name === 'target_id' ? '' : value),
    ),
  )

test('returns the same result as the device for any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
      let seconds = 0
      api.clock.now = new Date('2026-11-21T18:00:00Z')
      const keys = [randomUUID()]
      const { body: created } = await dana.call<TargetTile>(routes.create, { body: aTarget(), key: keys[0]! })
      let row: Target = created
      for (const { action, route, body } of steps) {
        const key = randomUUID()
        keys.push(key)
        api.clock.now = new Date(Date.parse('2026-11-21T18:00:00Z') + ++seconds * 61_000)
        let made = 0
        const context: Context = {
          actor: dana.actor,
          now: api.clock.now.toISOString(),
          zone: 'America/Los_Angeles',
          key,
          newId: () => temporaryId(key, made++),
        }
        const input: Record<string, unknown> = { id: row.id, ...body(row, keys.slice(0, -1)) }
        let shown: Target | null | Refusal
        try {
          shown = (action.decide(row, input, context) as { row: Target | null }).row
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          shown = error
        }
        const sent = action.request(input, row)
        const reply = await dana.call<TargetTile>(sent.route, {
          params: sent.params,
          query: sent.query,
          body: sent.body,
          key,
        })
        if (shown instanceof Refusal) {
          expect([route, reply.status, reply.body]).toEqual([route, shown.status, shown.body()])
          continue
        }
        if (action.name === 'writeNote' && input.note === '' && row.notes.length === 0) continue
        expect([route, reply.status < 300]).toEqual([route, true])
        if (shown === null) return
        const now = (await dana.call<TargetTile>(routes.read, { params: { id: row.id } })).body
        expect(withoutIds(now)).toEqual(withoutIds(tileOf(shown, '2026-11-21')))
        row = now
      }
    }),
    { numRuns: 60 },
  )
  api.clock.now = null
}, 60_000)
