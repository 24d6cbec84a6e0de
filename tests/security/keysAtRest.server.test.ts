// Who reads the database finds no link that opens something without signing in. Links from before that was so go on working.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem, inFirm, type Tx } from '#core/server/database/firm.ts'
import { readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import type { Database } from '#core/server/database/open.ts'
import { type KeptLinkKey, linkKeyOf, sealLinkKeys } from '#core/server/files/linkKey.ts'
import { linkTo } from '#core/server/files/links.ts'
import { filesOf } from '#core/server/files/store.ts'
import { moveUnsubscribeLinks, unsubscribePathOf } from '#core/server/notices/unsubscribeLink.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { routes as account, type Me } from '#features/account/contract.ts'
import { type CalendarLink, routes as calendar } from '#features/calendar/contract.ts'
import { linkOf, sealCalendarLinks } from '#features/calendar/server/link.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { isOnCluster, testDatabase } from '#tests/database.ts'

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
    found.push(
      ...rows.filter(({ row }) => words.some((word) => row.includes(word))).map(({ row }) => `${name}: ${row}`),
    )
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

/** What signs the links to a firm's files. */
const linkKey = (database: Database, orgId: string) =>
  inFirm(database, orgId, async (tx) => {
    const { rows } = await sql<KeptLinkKey>`select link_key, link_sealed from orgs where id = ${orgId}`.execute(tx)
    return linkKeyOf(orgId, rows[0]!)
  })
const mailedTo = ({ orgId, actor }: Client, kind = 'daily_nudges') =>
  inFirm(api.database, orgId, (tx) => unsubscribePathOf(tx, orgId, actor.id, kind))

test('calendar links, links that end mails and keys of file links are nowhere to be read', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const first = await linkOfPerson(dana)
  const { webcal: second } = (await dana.call<CalendarLink>(calendar.rotate)).body
  // Its first answer is kept, and says the link too.
  const me = await dana.call<Me>(account.updateMe, { body: { first_name: 'Dana', last_name: 'Reyes' } })
  expect(me.text).toContain(second)
  expect([await feed(first), await feed(second!)]).toEqual([404, 200])
  const mailed = await mailedTo(dana)
  const key = await linkKey(api.database, dana.orgId)
  const words = [...sayings(first), ...sayings(second!), ...sayings(mailed), key.toString('hex')]
  expect(await rowsSaying(api.database, words)).toEqual([])
  // The look finds what is there to be read.
  const hashes = [sha256(Buffer.from(sayings(second!)[1]!, 'hex')), readToken(sayings(mailed)[0]!)!.hash]
  const found = await rowsSaying(
    api.database,
    hashes.map((one) => one.toString('hex')),
  )
  expect(found.map((row) => row.split(':')[0])).toEqual(expect.arrayContaining(['users', 'unsubscribe_keys']))
})

test('a change that answers a secret gives it again to who sends it again, and to nobody else', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const key = randomUUID()
  const first = await dana.call<CalendarLink>(calendar.rotate, { key })
  const again = await dana.call<CalendarLink>(calendar.rotate, { key })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await linkOfPerson(dana)).toBe(first.body.webcal)
  // Sealed with a key that is lost: nothing is done, and nothing is done twice.
  await api.database.pool.query(`update once_only set sealed = '\\x00' where key = $1`, [key])
  const lost = await dana.call<CalendarLink>(calendar.rotate, { key })
  expect([lost.status, lost.text]).toEqual([409, expect.stringContaining('This was already done. Reload to see it.')])
  expect(await linkOfPerson(dana)).toBe(first.body.webcal)
})

test('two who ask for their first calendar link at once are shown the same one', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const links = await Promise.all(Array.from({ length: 5 }, () => linkOfPerson(dana)))
  expect(new Set(links).size).toBe(1)
  expect(await feed(links[0]!)).toBe(200)
})

test('all mails of a kind have one link, which stays beside one of another key', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const [one, again, other] = [
    await mailedTo(dana),
    await mailedTo(dana),
    await mailedTo(dana, 'shared_target_updates'),
  ]
  expect([one === again, one === other]).toEqual([true, false])
  const { rows } = await api.database.pool.query<{ n: number }>(
    'select count(*)::int as n from unsubscribe_keys where user_id = $1',
    [dana.actor.id],
  )
  expect(rows[0]!.n).toBe(2)
})

describe('beside a process of the version before', () => {
  /** As that version left it: its key of links to files, its secret, the link of a mail. */
  async function asBefore({ orgId, actor }: Client) {
    const [secret, key, mailed] = [randomBytes(32), randomBytes(32), newToken(orgId)]
    await asSystem(api.database, async (tx) => {
      await sql`update users set calendar_secret = ${secret} where id = ${actor.id}`.execute(tx)
      await sql`update orgs set link_key = ${key}, link_sealed = null where id = ${orgId}`.execute(tx)
      await oldUnsubscribeLink(tx, orgId, actor.id, mailed)
    })
    return { secret, key, mailed: mailed.token }
  }
  /** Its statements, to the letter. */
  const oldUnsubscribeLink = (tx: Tx, orgId: string, userId: string, { token, hash } = newToken(orgId)) =>
    sql<{ token: string }>`
    insert into unsubscribe_links as l (org_id, user_id, kind, token, token_hash) values (${orgId}, ${userId}, 'daily_nudges', ${token}, ${hash})
    on conflict (org_id, user_id, kind) do update set token = l.token returning token`.execute(tx)
  const old = {
    link: async ({ orgId, actor }: Client) => {
      const { rows } = await api.database.pool.query<{ secret: string | null; key: Buffer | null }>(
        `select encode(calendar_secret, 'hex') as secret, o.link_key as key from users u join orgs o on o.id = u.org_id where org_id = $1 and u.id = $2`,
        [orgId, actor.id],
      )
      return rows[0]!
    },
    subscriber: async ({ orgId }: Client, secret: Buffer) => {
      const asked = [orgId, sha256(secret)]
      const { rows } = await api.database.pool.query(
        'select id from users where org_id = $1 and calendar_hash = $2',
        asked,
      )
      return rows.length
    },
    write: ({ orgId, actor }: Client, secret: Buffer | null) =>
      inFirm(api.database, orgId, (tx) =>
        sql`update users set calendar_secret = ${secret} where org_id = ${orgId} and id = ${actor.id}`.execute(tx),
      ),
  }
  const linkWith = ({ orgId }: Client, secret: Buffer) =>
    `webcal://localhost:80/api/ical/${Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')}.ics`

  test('links are the same to both, until they are sealed', async () => {
    const dana = await api.aPerson(await api.aFirm())
    const { secret, key, mailed } = await asBefore(dana)
    expect(await old.link(dana)).toEqual({ secret: secret.toString('hex'), key })
    expect([await old.subscriber(dana, secret), await feed(linkWith(dana, secret))]).toEqual([1, 200])
    expect(sayings((await linkOfPerson(dana))!)[1]).toBe(secret.toString('hex'))
    expect(await linkKey(api.database, dana.orgId)).toEqual(key)
    const open = async (path: string) => (await api.http.inject({ url: path, headers: noHeaders })).statusCode
    expect(await open(`/api/unsubscribe/${mailed}`)).toBe(200)
    const made = await asSystem(api.database, (tx) => oldUnsubscribeLink(tx, dana.orgId, dana.actor.id))
    expect(made.rows).toEqual([{ token: mailed }])
  })

  test('a link that it changes or turns off is changed and turned off, whatever was sealed before', async () => {
    const dana = await api.aPerson(await api.aFirm())
    const sealed = await linkOfPerson(dana)
    const changed = randomBytes(32)
    await old.write(dana, changed)
    expect([await feed(sealed), await feed(linkWith(dana, changed))]).toEqual([404, 200])
    expect(sayings(await linkOfPerson(dana))[1]).toBe(changed.toString('hex'))
    await anHourLater(api.database)
    await sealAll()
    await old.write(dana, null)
    expect([await feed(linkWith(dana, changed)), await linkOfPerson(dana)]).toEqual([404, null])
  })

  test('nothing of it fails on what is new or sealed: it has a key to sign with, and a link for its mails', async () => {
    const dana = await api.aPerson(await api.aFirm())
    await mailedTo(dana)
    await linkOfPerson(dana)
    const fresh = await old.link(dana)
    expect([fresh.secret, fresh.key?.length]).toEqual([null, 32])
    const { key } = await asBefore(dana)
    await anHourLater(api.database)
    await sealAll()
    const later = await old.link(dana)
    expect([later.key?.length, later.key?.equals(key)]).toEqual([32, false])
    expect(await linkKey(api.database, dana.orgId)).toEqual(key)
  })

  test.runIf(process.env.TEST_DATABASE_URL)('on a PostgreSQL nothing is sealed in the first hour', async () => {
    const dana = await api.aPerson(await api.aFirm())
    const { secret } = await asBefore(dana)
    const applied = (ago: string) =>
      api.database.pool.query(
        `update schema_migrations set applied_at = now() - $1::interval where name like '0052%'`,
        [ago],
      )
    await applied('50 minutes')
    await sealAll()
    expect((await old.link(dana)).secret).toBe(secret.toString('hex'))
    await applied('61 minutes')
    await sealAll()
    expect((await old.link(dana)).secret).toBe(null)
    expect(await feed(linkWith(dana, secret))).toBe(200)
  })
})

const sealAll = async (database = api.database) => {
  await Promise.all([sealCalendarLinks(database), sealLinkKeys(database), moveUnsubscribeLinks(database)])
}
const anHourLater = (database: Database) =>
  database.pool.query(`update schema_migrations set applied_at = now() - interval '2 hours'`)

// A database of before there were clusters is on none.
test.skipIf(await isOnCluster())(
  'the update takes over what an earlier version kept: links work, what was turned off stays off, and nothing is readable afterwards, whoever seals at once and again',
  {
    timeout: 240_000,
  },
  async () => {
    const { database, close } = await testDatabase()
    try {
      await database.pool.query('drop schema public cascade; create schema public')
      const former = readMigrations().filter(({ name }) => name < '0052')
      const since = new Set([
        'hash_calendar_secret',
        'assign_lesson_seq',
        'sync_lesson_with_video',
        'touch_category_lessons',
        'assign_worksheet_seq',
        'touch_lesson_worksheets',
        'record_feed_change',
        'may_open_asset',
        'find_asset_pages',
        'may_open_content',
        'find_content_pages',
        'delete_content_marks',
        'record_digest_emails',
        'record_shared_change',
      ])
      const functions = readFunctions().filter(({ name }) => !since.has(name))
      await migrate(database, former, functions, new Map())
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
      await migrate(database, readMigrations(), readFunctions(), new Map())
      const shown = (id: string) => inFirm(database, firm, (tx) => linkOf(tx, firm, id, { host: 'app.example' }))
      const works = async () => {
        expect(sayings((await shown(dana))!)[1]).toBe(secret.toString('hex'))
        expect(await shown(lee)).toBeNull()
        expect(await linkKey(database, firm)).toEqual(key)
      }
      await works()
      await anHourLater(database)
      await Promise.all([sealAll(database), sealAll(database), sealAll(database)])
      const words = [secret.toString('hex'), key.toString('hex'), mailed, 'webcal://']
      expect(await rowsSaying(database, words)).toEqual([])
      await works()
      const kept = () =>
        database.pool.query<{ sealed: Buffer; is_same: boolean; kind: string }>(
          `select u.calendar_sealed as sealed, u.calendar_hash = $1 as is_same, l.kind
        from users u join unsubscribe_keys l on l.user_id = u.id and l.token_hash = $2`,
          [sha256(secret), readToken(mailed)!.hash],
        )
      const { rows: once } = await kept()
      expect(once).toMatchObject([{ is_same: true, kind: 'overlaps' }])
      await sealAll(database)
      expect((await kept()).rows).toEqual(once)
    } finally {
      await close()
    }
  },
)

test('an address of a file that was shown before it was sealed opens it afterwards, and is shown again', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const key = randomBytes(32)
  await api.database.pool.query('update orgs set link_key = $1, link_sealed = null where id = $2', [key, dana.orgId])
  const files = filesOf(api.database)
  const content = Buffer.from('89504e470d0a1a0a', 'hex')
  const logo = await files.place(dana.orgId, files.kinds.get('logo')!, { content, name: 'a.png', type: 'image/png' })
  await files.change(dana.orgId, [logo], ({ keep }) => keep(logo, null))
  await api.database.pool.query('update orgs set logo_id = $1 where id = $2', [logo.id, dana.orgId])
  const file = linkTo({ orgId: dana.orgId, fileId: logo.id, key })
  const open = async (url: string) => (await api.http.inject({ url, headers: noHeaders })).statusCode
  expect(await open(file)).toBe(200)
  await anHourLater(api.database)
  await sealAll()
  const { body } = await dana.call<Me>(account.me)
  expect([await open(file), body.Org.logo.url]).toEqual([200, file])
})
