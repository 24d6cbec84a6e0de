// Checks that the database contains no readable link that works without signing in, and that older links still work.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { encryptLinkKeys, linkKeyOf, type StoredLinkKey } from '#core/server/files/linkKey.ts'
import { fileLink } from '#core/server/files/links.ts'
import { filesOf } from '#core/server/files/store.ts'
import { moveUnsubscribeLinks, unsubscribePathOf } from '#core/server/notices/unsubscribeLink.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { routes as account, type Me } from '#features/account/contract.ts'
import { type CalendarLink, routes as calendar } from '#features/calendar/contract.ts'
import { encryptCalendarLinks, linkOf } from '#features/calendar/server/link.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { testDatabase } from '#tests/database.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Returns rows of any table with one of these strings. */
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
/** Returns a link's token, and its secret as a bytea column would print it. */
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

/** Returns the key that signs links to a firm's files. */
const linkKey = (database: Database, orgId: string) =>
  withOrg(database, orgId, async (tx) => {
    const { rows } = await tx.sql<StoredLinkKey>`select link_key, link_sealed from orgs where id = ${orgId}`
    return linkKeyOf(tx, orgId, rows[0]!)
  })
const mailedTo = ({ orgId, actor }: Client, kind = 'daily_nudges') =>
  withOrg(api.database, orgId, (tx) => unsubscribePathOf(tx, orgId, actor.id, kind))

test('stores calendar links, unsubscribe links, and file link keys unreadably', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const first = await linkOfPerson(dana)
  const { webcal: second } = (await dana.call<CalendarLink>(calendar.rotate)).body
  // The response stored for idempotency contains the link as well.
  const me = await dana.call<Me>(account.updateMe, { body: { first_name: 'Dana', last_name: 'Reyes' } })
  expect(me.text).toContain(second)
  expect([await feed(first), await feed(second!)]).toEqual([404, 200])
  const mailed = await mailedTo(dana)
  const key = await linkKey(api.database, dana.orgId)
  const words = [...sayings(first), ...sayings(second!), ...sayings(mailed), key.toString('hex')]
  expect(await rowsSaying(api.database, words)).toEqual([])
  // The search does find what is readable.
  const hashes = [sha256(Buffer.from(sayings(second!)[1]!, 'hex')), readToken(sayings(mailed)[0]!)!.hash]
  const found = await rowsSaying(
    api.database,
    hashes.map((one) => one.toString('hex')),
  )
  expect(found.map((row) => row.split(':')[0])).toEqual(expect.arrayContaining(['users', 'unsubscribe_keys']))
})

test('repeats a response with a secret only to the original caller', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const key = randomUUID()
  const first = await dana.call<CalendarLink>(calendar.rotate, { key })
  const again = await dana.call<CalendarLink>(calendar.rotate, { key })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(await linkOfPerson(dana)).toBe(first.body.webcal)
  // Encrypted with a lost key: the change is neither made nor repeated.
  await api.database.pool.query(`update once_only set sealed = '\\x00' where key = $1`, [key])
  const lost = await dana.call<CalendarLink>(calendar.rotate, { key })
  expect([lost.status, lost.text]).toEqual([409, expect.stringContaining('This was already done. Reload to see it.')])
  expect(await linkOfPerson(dana)).toBe(first.body.webcal)
})

test('shows two simultaneous first requests the same calendar link', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const links = await Promise.all(Array.from({ length: 5 }, () => linkOfPerson(dana)))
  expect(new Set(links).size).toBe(1)
  expect(await feed(links[0]!)).toBe(200)
})

test('uses one unsubscribe link per kind of email', async () => {
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

describe('a process of the previous version', () => {
  /** Restores the data of that version: its file link key, its secret, and an email's link. */
  async function asBefore({ orgId, actor }: Client) {
    const [secret, key, mailed] = [randomBytes(32), randomBytes(32), newToken(orgId)]
    await withoutRls(api.database, async (tx) => {
      await tx.sql`update users set calendar_secret = ${secret} where id = ${actor.id}`
      await tx.sql`update orgs set link_key = ${key}, link_sealed = null where id = ${orgId}`
      await oldUnsubscribeLink(tx, orgId, actor.id, mailed)
    })
    return { secret, key, mailed: mailed.token }
  }
  /** Exact statements of that version. */
  const oldUnsubscribeLink = (tx: Tx, orgId: string, userId: string, { token, hash } = newToken(orgId)) =>
    tx.sql<{ token: string }>`
    insert into unsubscribe_links as l (org_id, user_id, kind, token, token_hash) values (${orgId}, ${userId}, 'daily_nudges', ${token}, ${hash})
    on conflict (org_id, user_id, kind) do update set token = l.token returning token`
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
      withOrg(
        api.database,
        orgId,
        (tx) => tx.sql`update users set calendar_secret = ${secret} where org_id = ${orgId} and id = ${actor.id}`,
      ),
  }
  const linkWith = ({ orgId }: Client, secret: Buffer) =>
    `webcal://localhost:80/api/ical/${Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), secret]).toString('base64url')}.ics`

  test('shares the same links until they are encrypted', async () => {
    const dana = await api.aPerson(await api.aFirm())
    const { secret, key, mailed } = await asBefore(dana)
    expect(await old.link(dana)).toEqual({ secret: secret.toString('hex'), key })
    expect([await old.subscriber(dana, secret), await feed(linkWith(dana, secret))]).toEqual([1, 200])
    expect(sayings((await linkOfPerson(dana))!)[1]).toBe(secret.toString('hex'))
    expect(await linkKey(api.database, dana.orgId)).toEqual(key)
    const open = async (path: string) => (await api.http.inject({ url: path, headers: noHeaders })).statusCode
    expect(await open(`/api/unsubscribe/${mailed}`)).toBe(200)
    const made = await withoutRls(api.database, (tx) => oldUnsubscribeLink(tx, dana.orgId, dana.actor.id))
    expect(made.rows).toEqual([{ token: mailed }])
  })

  test('can change or turn off a link, even one that was encrypted before', async () => {
    const dana = await api.aPerson(await api.aFirm())
    const sealed = await linkOfPerson(dana)
    const changed = randomBytes(32)
    await old.write(dana, changed)
    expect([await feed(sealed), await feed(linkWith(dana, changed))]).toEqual([404, 200])
    expect(sayings(await linkOfPerson(dana))[1]).toBe(changed.toString('hex'))
    await encryptAll()
    await old.write(dana, null)
    expect([await feed(linkWith(dana, changed)), await linkOfPerson(dana)]).toEqual([404, null])
  })

  test('can sign and send emails with new and encrypted data', async () => {
    const dana = await api.aPerson(await api.aFirm())
    await mailedTo(dana)
    await linkOfPerson(dana)
    const fresh = await old.link(dana)
    expect([fresh.secret, fresh.key?.length]).toEqual([null, 32])
    const { key } = await asBefore(dana)
    await encryptAll()
    const later = await old.link(dana)
    expect([later.key?.length, later.key?.equals(key)]).toEqual([32, false])
    expect(await linkKey(api.database, dana.orgId)).toEqual(key)
  })
})

const encryptAll = async (database = api.database) => {
  await Promise.all([encryptCalendarLinks(database), encryptLinkKeys(database), moveUnsubscribeLinks(database)])
}
test('encrypts earlier links, keeps disabled ones off, and leaves nothing readable, even with concurrent encryption', {
  timeout: 240_000,
}, async () => {
  const { database, close } = await testDatabase()
  try {
    const [firm, dana, lee] = [randomUUID(), randomUUID(), randomUUID()]
    const mailed = newToken(firm).token
    const secret = randomBytes(32)
    await withoutRls(database, async (tx) => {
      await tx.sql`insert into orgs (id, name, subscriptions, link_sealed) values (${firm}, 'Former', '{}', null)`
      for (const id of [dana, lee])
        await tx.sql`insert into users (org_id, id, email, first_name, last_name, role) values (${firm}, ${id}, ${`${id}@former.example`}, 'Dana', 'Reyes', 'member')`
      await tx.sql`update users set calendar_secret = ${secret} where org_id = ${firm} and id = ${dana}`
      await tx.sql`update users set is_calendar_unmade = false where org_id = ${firm} and id = ${lee}`
      await tx.sql`insert into unsubscribe_links (org_id, user_id, kind, token, token_hash) values (${firm}, ${dana}, 'overlaps', ${mailed}, ${readToken(mailed)!.hash})`
    })
    const { rows } = await database.pool.query<{ key: Buffer }>('select link_key as key from orgs where id = $1', [
      firm,
    ])
    const { key } = rows[0]!
    const shown = (id: string) => withOrg(database, firm, (tx) => linkOf(tx, firm, id, { host: 'app.example' }))
    const works = async () => {
      expect(sayings((await shown(dana))!)[1]).toBe(secret.toString('hex'))
      expect(await shown(lee)).toBeNull()
      expect(await linkKey(database, firm)).toEqual(key)
    }
    await works()
    await Promise.all([encryptAll(database), encryptAll(database), encryptAll(database)])
    const words = [secret.toString('hex'), key.toString('hex'), mailed]
    expect(await rowsSaying(database, words)).toEqual([])
    await works()
    const kept = () =>
      database.pool.query<{ sealed: Buffer; is_same: boolean; kind: string }>(
        `select u.calendar_sealed as sealed, u.calendar_hash = $1 as is_same, l.kind
        from users u join unsubscribe_keys l on l.org_id = u.org_id and l.user_id = u.id and l.token_hash = $2`,
        [sha256(secret), readToken(mailed)!.hash],
      )
    const { rows: once } = await kept()
    expect(once).toMatchObject([{ is_same: true, kind: 'overlaps' }])
    await encryptAll(database)
    expect((await kept()).rows).toEqual(once)
  } finally {
    await close()
  }
})

test('keeps file URLs valid through encryption and returns the same URLs afterwards', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const key = randomBytes(32)
  await api.database.pool.query('update orgs set link_key = $1, link_sealed = null where id = $2', [key, dana.orgId])
  const files = filesOf(api.database)
  const content = Buffer.from('89504e470d0a1a0a', 'hex')
  const logo = await files.place(dana.orgId, files.kinds.get('logo')!, { content, name: 'a.png', type: 'image/png' })
  await files.change(dana.orgId, [logo], ({ keep }) => keep(logo, null))
  await api.database.pool.query('update orgs set logo_id = $1 where id = $2', [logo.id, dana.orgId])
  const file = fileLink({ orgId: dana.orgId, fileId: logo.id, key })
  const open = async (url: string) => (await api.http.inject({ url, headers: noHeaders })).statusCode
  expect(await open(file)).toBe(200)
  await encryptAll()
  const { body } = await dana.call<Me>(account.me)
  expect([await open(file), body.Org.logo.url]).toEqual([200, file])
})
