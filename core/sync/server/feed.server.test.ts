// Tests one feed over two fixture collections in a real database.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Feed } from '#core/contract/feed.ts'
import { APP_ROLE } from '#core/server/database/tenant.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type Policy, type RawJson, signedIn } from '#core/server/routes.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type CollectionFeed, feedHandler } from './feed.ts'
import { nextNumbers } from './feedSequences.ts'

let mine: TestDatabase
const firm = randomUUID()
let person: string
let mayRead: boolean
beforeAll(async () => {
  mine = await testDatabase()
  await mine.database.pool.query(`
    create table toys (kind text, user_id uuid, id text, seq bigint, gone boolean not null default false, primary key (kind, user_id, id));
    grant all on toys to ${APP_ROLE}`)
})
afterAll(() => mine.close())
beforeEach(() => {
  person = randomUUID()
  mayRead = true
})

const readers: Policy = { ...signedIn, allows: () => mayRead }
const fixtureFeed = (name: string, policy: Policy): CollectionFeed => ({
  collection: { name },
  policy,
  changes: (asker, after) => sql`
    select t.seq, t.id, t.gone, json_build_object('id', t.id)::text as text from toys t where t.kind = ${name} and t.user_id = ${asker.id} and t.seq > ${after}`,
})
const [handlers] = feedHandler([fixtureFeed('books', readers), fixtureFeed('shelves', signedIn)])

/** Takes a feed number for each change. */
async function change(kind: string, ids: string[], gone = false) {
  await withOrg(mine.database, firm, async (tx) => {
    const numbers = await nextNumbers(
      tx,
      ids.map(() => person),
    )
    for (const [i, id] of ids.entries())
      await tx.sql`insert into toys values (${kind}, ${person}, ${id}, ${numbers[i]}, ${gone})
        on conflict (kind, user_id, id) do update set seq = excluded.seq, gone = excluded.gone`
  })
}
async function ask(after?: string): Promise<Feed['collections']> {
  const asker = { id: person, zone: 'UTC', today: '2026-11-22' }
  const answer = await withOrg(mine.database, firm, (tx) =>
    handlers!.run({ tx, asker, query: { after }, session: Promise.resolve({}) } as never),
  )
  return (JSON.parse((answer as RawJson).text) as Feed).collections
}
const nothing = (cursor: string) => ({ rows: [], gone: [], cursor, more: false })

test('reports each collection from its own cursor and moves it to the shared sequence number', async () => {
  await change('books', ['a', 'b'])
  await change('shelves', ['s'])
  expect(await ask('books:1,shelves')).toEqual({
    books: { rows: [{ id: 'b' }], gone: [], cursor: '3', more: false },
    shelves: { rows: [{ id: 's' }], gone: [], cursor: '3', more: false },
  })
  expect(await ask('books:3,shelves:3')).toEqual({ books: nothing('3'), shelves: nothing('3') })
  expect(Object.keys(await ask())).toEqual(['books', 'shelves'])
})

test('reports a deleted row to people who may have it, but not to a new device', async () => {
  await change('books', ['a', 'b'])
  await change('books', ['a'], true)
  expect((await ask('books:2')).books).toEqual({ rows: [], gone: ['a'], cursor: '3', more: false })
  expect((await ask('books:0')).books?.gone).toEqual(['a'])
  expect((await ask('books')).books).toEqual({ rows: [{ id: 'b' }], gone: [], cursor: '3', more: false })
})

test("returns null for a collection the person can't see, and continues with the others", async () => {
  await change('books', ['a'])
  mayRead = false
  expect(await ask('books:0,shelves:0')).toEqual({ books: null, shelves: nothing('1') })
})

test('leaves out collections unknown to this server and refuses an invalid cursor', async () => {
  expect(await ask('lamps:4,shelves')).toEqual({ shelves: nothing('0') })
  expect(await ask('')).toEqual({})
  await expect(ask('books:x')).rejects.toMatchObject({ code: 'invalid', status: 400 })
})

test('returns all pages to the end without missing a row', async () => {
  const ids = Array.from({ length: 1001 }, (_, i) => `book-${String(i).padStart(4, '0')}`)
  await change('books', ids)
  const first = (await ask('books')).books!
  expect([first.rows.length, first.cursor, first.more]).toEqual([1000, '1000', true])
  const second = (await ask(`books:${first.cursor}`)).books!
  expect(second).toEqual({ rows: [{ id: ids[1000] }], gone: [], cursor: '1001', more: false })
})

test('keeps control characters of a row within its collection', async () => {
  await change('books', ['a\u001eb'])
  expect(await ask('books,shelves')).toEqual({
    books: { rows: [{ id: 'a\u001eb' }], gone: [], cursor: '1', more: false },
    shelves: nothing('1'),
  })
})

test('resends everything for a cursor beyond the sequence, as after a backup is restored', async () => {
  await change('books', ['a'])
  expect((await ask('books:7')).books).toEqual({ rows: [{ id: 'a' }], gone: [], cursor: '1', more: false, reset: true })
})
