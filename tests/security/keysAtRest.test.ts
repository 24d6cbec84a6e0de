// Who reads the database finds no link that opens something without signing in. Links from before that was so go on working.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem, inFirm, type Tx } from '#core/server/database/firm.ts'
import { readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { linkKeyOf, sealLinkKeys } from '#core/server/files/linkKey.ts'
import { linkTo } from '#core/server/files/links.ts'
import { filesOf } from '#core/server/files/store.ts'
import { unsubscribePathOf } from '#core/server/notices/unsubscribeLink.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { type Me, routes as account } from '#features/account/contract.ts'
import { type CalendarLink, routes as calendar } from '#features/calendar/contract.ts'
import { linkOf, sealCalendarLinks } from '#features/calendar/server/link.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Rows of all tables that hold one of these words. */
async function rowsSaying(database: Database, words: string[]): Promise<string[]> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    found.push(...rows.filter(({ row }) => words.some((word) => row.includes(word))).map(({ row }) => `${name}: ${row}`))
  }
  return found
}
/** A link's token as it is said, and its secret as a column of bytes would say it. */
const sayings = (link: string) => {
  const token = /[\w-]{64}/.exec(link)![0]
  return [token, Buffer.from(token, 'base64url').subarray(16).toString('hex')]
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const linkOfPerson = async (person: Client) => (await person.call<CalendarLink>(calendar.read)).body.webcal!
const feed = async (link: string) => {
  const url = new URL(link.replace(/^webcal/, 'http')).pathname
  return (await api.http.inject({ url, headers: noHeaders })).statusCode
}

test('calendar links, links that end mails and keys of file links are nowhere to be read', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const first = await linkOfPerson(dana)
  const { webcal: second } = (await dana.call<CalendarLink>(calendar.rotate)).body
  // Its first answer is kept, and says the link too.
  const me = await dana.call<Me>(account.updateMe, { body: { first_name: 'Dana', last_name: 'Reyes' } })
  expect(me.text).toContain(second)
  expect([await feed(first), await feed(second!)]).toEqual([404, 200])
  const mailed = await inFirm(api.database, dana.orgId, (tx) =>
    unsubscribePathOf(tx, dana.orgId, dana.actor.id, 'overlaps'),
  )
  const key = await inFirm(api.database, dana.orgId, async () =>
    linkKeyOf(dana.orgId, { link_key: null, link_sealed: null }),
  )
  const words = [...sayings(first), ...sayings(second!), ...sayings(mailed), key.toString('hex')]
  expect(await rowsSaying(api.database, words)).toEqual([])
  // The look finds what is there to be read.
  const hashes = [sha256(Buffer.from(sayings(second!)[1]!, 'hex')), readToken(sayings(mailed)[0]!)!.hash]
  const found = await rowsSaying(
    api.database,
    hashes.map((one) => one.toString('hex')),
  )
  expect(found.map((row) => row.split(':')[0])).toEqual(expect.arrayContaining(['users', 'unsubscribe_links']))
})

test('two who ask for their first calendar link at once are shown the same one', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const links = await Promise.all(Array.from({ length: 5 }, () => linkOfPerson(dana)))
  expect(new Set(links).size).toBe(1)
  expect(await feed(links[0]!)).toBe(200)
})

test('all mails of a kind have one link, which stays beside one of another key', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const path = (kind: string) =>
    inFirm(api.database, dana.orgId, (tx) => unsubscribePathOf(tx, dana.orgId, dana.actor.id, kind))
  const [one, again, other] = [await path('overlaps'), await path('overlaps'), await path('shared_target_updates')]
  expect([one === again, one === other]).toEqual([true, false])
  const { rows } = await asSystem(api.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from unsubscribe_links where user_id = ${dana.actor.id}`.execute(tx),
  )
  expect(rows[0]!.n).toBe(2)
})

/** As earlier versions wrote them. */
async function makeReadable(tx: Tx, { orgId, actor }: Client, secret: Buffer, key: Buffer): Promise<void> {
  await sql`update users set calendar_secret = ${secret}, calendar_hash = ${sha256(secret)}, calendar_sealed = null where id = ${actor.id}`.execute(
    tx,
  )
  await sql`update orgs set link_key = ${key}, link_sealed = null where id = ${orgId}`.execute(tx)
}

test('links from before are the same and work, until the start has sealed them and after; several do it at once, and once more does nothing', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const [secret, key] = [randomBytes(32), randomBytes(32)]
  await asSystem(api.database, (tx) => makeReadable(tx, dana, secret, key))
  const files = filesOf(api.database)
  const content = Buffer.from('89504e470d0a1a0a', 'hex')
  const logo = await files.place(dana.orgId, files.kinds.get('logo')!, { content, name: 'a.png', type: 'image/png' })
  await files.change(dana.orgId, [logo], ({ keep }) => keep(logo, null))
  await asSystem(api.database, (tx) => sql`update orgs set logo_id = ${logo.id} where id = ${dana.orgId}`.execute(tx))
  const file = linkTo({ orgId: dana.orgId, fileId: logo.id, key })
  const open = async (url: string) => (await api.http.inject({ url, headers: noHeaders })).statusCode
  const link = await linkOfPerson(dana)
  expect(sayings(link)[1]).toBe(secret.toString('hex'))
  const words = [secret.toString('hex'), key.toString('hex')]
  expect(await rowsSaying(api.database, words)).toHaveLength(2)

  const seal = () => Promise.all([sealCalendarLinks(api.database), sealLinkKeys(api.database)])
  await Promise.all([seal(), seal(), seal()])
  expect(await rowsSaying(api.database, words)).toEqual([])
  const sealed = () =>
    api.database.pool.query('select id, calendar_sealed as sealed from users where calendar_sealed is not null order by id')
  const before = (await sealed()).rows
  await seal()
  expect((await sealed()).rows).toEqual(before)

  expect([await linkOfPerson(dana), await feed(link), await open(file)]).toEqual([link, 200, 200])
  const { body } = await dana.call<Me>(account.me)
  expect([body.Org.logo.url, await open(body.Org.logo.url)]).toEqual([file, 200])
  await dana.call(calendar.rotate)
  expect(await feed(link)).toBe(404)
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'the update takes over what an earlier version kept: links work, what was turned off stays off, and nothing is readable after the start',
  { timeout: 60_000 },
  async () => {
    const database = await openDatabase({ directory: 'memory' })
    try {
      const all = readMigrations()
      const former = all.filter(({ name }) => name < '0045')
      await migrate(database, former, readFunctions(), new Map())
      const [firm, dana, lee] = [randomUUID(), randomUUID(), randomUUID()]
      const mailed = newToken(firm).token
      await asSystem(database, async (tx) => {
        await sql`insert into orgs (id, name, subscriptions) values (${firm}, 'Former', '{}')`.execute(tx)
        for (const id of [dana, lee])
          await sql`insert into users (org_id, id, email, first_name, last_name, role) values (${firm}, ${id}, ${`${id}@former.example`}, 'Dana', 'Reyes', 'member')`.execute(
            tx,
          )
        await sql`update users set calendar_secret = null where id = ${lee}`.execute(tx)
        await sql`insert into unsubscribe_links (org_id, user_id, kind, token, token_hash) values (${firm}, ${dana}, 'overlaps', ${mailed}, ${readToken(mailed)!.hash})`.execute(
          tx,
        )
        await sql`insert into once_only (org_id, user_id, key, fingerprint, status, answer) values (${firm}, ${dana}, ${randomUUID()}, '', 200, '{"webcal":"webcal://app.example/api/ical/secret.ics"}')`.execute(
          tx,
        )
      })
      const { rows } = await database.pool.query<{ secret: Buffer; key: Buffer }>(
        'select calendar_secret as secret, link_key as key from users u join orgs o on o.id = u.org_id where u.id = $1',
        [dana],
      )
      const { secret, key } = rows[0]!
      await migrate(database, all, readFunctions(), new Map())
      await Promise.all([sealCalendarLinks(database), sealLinkKeys(database)])

      const words = [secret.toString('hex'), key.toString('hex'), mailed, 'webcal://']
      expect(await rowsSaying(database, words)).toEqual([])
      const shown = (id: string) => inFirm(database, firm, (tx) => linkOf(tx, firm, id, { host: 'app.example' }))
      expect(sayings((await shown(dana))!)[1]).toBe(secret.toString('hex'))
      expect(await shown(lee)).toBeNull()
      const kept = await database.pool.query<{ is_same: boolean; kind: string }>(
        `select u.calendar_hash = $1 as is_same, l.kind from users u join unsubscribe_links l on l.user_id = u.id and l.token_hash = $2`,
        [sha256(secret), readToken(mailed)!.hash],
      )
      expect(kept.rows).toEqual([{ is_same: true, kind: 'overlaps' }])
      const firms = await database.pool.query<{ link_key: Buffer | null; link_sealed: Buffer | null }>(
        'select link_key, link_sealed from orgs',
      )
      expect(await inFirm(database, firm, async () => linkKeyOf(firm, firms.rows[0]!))).toEqual(key)
    } finally {
      await database.close()
    }
  },
)
