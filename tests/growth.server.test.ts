// Checks that reads don't cost more with more targets, and that paging misses and repeats no one.

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { usersOf } from '#features/account/server/me.ts'
import { addFirmPeople, addGroup, createFirm } from '#features/admin/operator/server/firms.ts'
import { listPeople } from '#features/admin/people/server/peopleList.ts'
import { companiesLike } from '#features/targets/forms/server/companies.ts'
import { countCompanies } from '#features/targets/overlaps/server/companyCounts.ts'
import { managedBy } from '#features/targets/pipelines/server/proxy.ts'
import { hudOf, standingOf } from '#features/targets/score/server/hud.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { flags } from './flags.ts'
import { readsOf, sentBy } from './statements.ts'

const PEOPLE = 200
type Firm = { id: string; manager: Actor; people: Actor[] }
let made: TestDatabase
let small: Firm
let large: Firm

beforeAll(async () => {
  made = await testDatabase()
  small = await aFirm('small', 1)
  large = await aFirm('large', 100)
  await untilVacuumed()
}, 120_000)
afterAll(() => made.close())

/** While another session reads the database, a vacuum leaves pages that reads then check one by one. */
async function untilVacuumed(): Promise<void> {
  const { pool } = made.database
  const left = async () => {
    await pool.query('vacuum analyze')
    const { rows } = await pool.query<{ pages: number }>(
      `select sum(relpages - relallvisible)::int as pages from pg_class where relname in ('users', 'target_people', 'companies', 'company_starts')`,
    )
    return rows[0]!.pages
  }
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 60_000, interval: 500 })
}

/**
 * Creates people with this many targets, all of different companies, and one person who sees them all. Every second
 * person has the same name.
 */
async function aFirm(name: string, each: number): Promise<Firm> {
  return withoutRls(made.database, async (tx) => {
    const id = await createFirm(tx, flags, { name, access: 'yes' })
    const people = await addFirmPeople(
      tx,
      id,
      Array.from({ length: PEOPLE }, (_, i) => ({
        email: `p${i}@${name}.example`,
        first_name: 'Pat',
        last_name: i % 2 ? `Person ${String(i).padStart(3, '0')}` : 'Same',
      })),
    )
    const manager = people[0]!
    await addGroup(tx, id, 'Everybody', [], [manager.id])
    await tx.sql`
      insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, lost_reason, is_private, created_at, modified_at)
      select ${id}, gen_random_uuid(), u.id, 'x', '', '', 'client', 'M', 'Win', 'active', 'pursuing', '', n % 10 = 3, now() - n * interval '3 days', now()
      from users u, generate_series(1, ${each}) n where u.org_id = ${id}`
    await tx.sql`
      insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, due, doc)
      select org_id, owner_id, id, owner_id, 'accepted', row_number() over (partition by owner_id order by id), status, current_date, '"id":"' || id || '","private":' || is_private || ',"goal":"says \\"private\\":true"}' from targets where org_id = ${id}`
    await tx.sql`
      insert into companies (org_id, key, name, targets)
      select ${id}, lower(name), name, 1 + n % 7 from (
        select n, (array['National', 'American', 'Halden', 'Stone', 'Amber'])[n % 5 + 1] || ' ' || n || ' ' || (array['Shipping', 'Foods', 'Bank'])[n % 3 + 1] as name
        from generate_series(1, ${PEOPLE * each}) n) named`
    await tx.sql`
      insert into company_starts (org_id, start, key)
      select org_id, start, key from companies c, lateral (values (key), (substr(key, position(' ' in key) + 1)), (split_part(key, ' ', 3))) as s (start) where org_id = ${id}`
    return { id, manager, people }
  })
}

const sessionOf = ({ id, manager }: Firm) => ({ actor: manager, org: { id, access: 'yes' } }) as SignedInSession
const contextOf = ({ people }: Firm): Context => ({
  actor: people[77]!,
  now: new Date().toISOString(),
  zone: DEFAULT_ZONE,
  key: newId(),
  newId,
})

const reads: [string, (tx: Tx, firm: Firm) => Promise<unknown>, allowed?: number][] = [
  ['people whose pipelines one manages, a page', (tx, firm) => managedBy(tx, sessionOf(firm), { limit: 50 })],
  ['one person whose pipeline one manages', (tx, firm) => managedBy(tx, sessionOf(firm), { id: firm.people[9]!.id })],
  ['colleagues, a page', (tx, firm) => usersOf(tx, sessionOf(firm), { limit: 50 })],
  ['colleagues of a name', (tx, firm) => usersOf(tx, sessionOf(firm), { limit: 50, q: 'pat 11' })],
  ['people of the administration', (tx) => listPeople(tx, {})],
]

/**
 * Measurements per read. Other tests on the server can empty this connection's caches, which adds catalog pages, so the
 * lowest count is what the read needs.
 */
const TIMES = 3

/** Returns the number of database pages that a read touches. */
async function touched(read: (tx: Tx) => Promise<unknown>, firm: Firm): Promise<number> {
  return withOrg(made.database, firm.id, async (tx) => {
    const sent = readsOf(await sentBy(tx, () => read(tx)))
    expect(sent.length).toBeGreaterThan(0)
    let pages = 0
    for (const { text, values } of sent) {
      const explained = `explain (analyze, buffers, format json) ${text.replaceAll(/\$(\d+)/g, (_, n) => literal(values[n - 1]))}`
      let own = Number.POSITIVE_INFINITY
      for (let i = 0; i < TIMES; i++) {
        const { rows } = await tx.sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`${sql.raw(explained)}`
        const plan = rows[0]!['QUERY PLAN'][0].Plan
        own = Math.min(own, plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!)
      }
      pages += own
    }
    return pages
  })
}
const literal = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : typeof value === 'number'
      ? String(value)
      : pg.escapeLiteral(String(value))

describe('a firm with a hundred times the targets', () => {
  test.each(reads)('%s cost the same', async (_, read) => {
    const [few, many] = [await touched((tx) => read(tx, small), small), await touched((tx) => read(tx, large), large)]
    expect(many, `${few} pages in the small firm, ${many} in the large one`).toBeLessThanOrEqual(few * 1.5 + 4)
  })

  test.each(['n', 'na', 'hald', 'american 11', 'shipping', 'bank', 'nothing', '77'])(
    'looks up companies that start with ‘%s’ in bounded steps',
    async (q) => {
      const pages = await touched((tx) => companiesLike(tx, q), large)
      // At most twice five hundred rows, each reached through its index.
      expect(pages).toBeLessThanOrEqual(500 * 4 + 100)
      const plain = await withOrg(
        made.database,
        large.id,
        (tx) =>
          tx.sql<{ name: string; targets: number }>`
        select name, targets from companies where org_id = ${large.id} and (key like ${`${q}%`} or key like ${`% ${q}%`})
        order by starts_with(key, ${q}) desc, targets desc, name limit 8`,
      )
      const { companies } = await withOrg(made.database, large.id, (tx) => companiesLike(tx, q))
      expect(companies.map(({ targets }) => targets)).toEqual(plain.rows.map(({ targets }) => targets))
    },
  )

  test('touches only the person’s own rows for the summary and counts', async () => {
    const summary = await touched((tx) => hudOf(tx, contextOf(large)), large)
    const person = large.people[77]!.id
    const counts = await touched((tx) => standingOf(tx, { id: person, zone: DEFAULT_ZONE, today: '2026-11-22' }), large)
    // A hundred own targets among twenty thousand.
    expect([summary < 600, counts < 250]).toEqual([true, true])
  })
})

test('counts nothing private for a manager, whatever a target’s text says', async () => {
  const { people } = await withOrg(made.database, large.id, (tx) => managedBy(tx, sessionOf(large), { limit: 3 }))
  expect(people.map(({ active }) => active)).toEqual([90, 90, 90])
})

test('finds a company by any of its words, only in its own firm', async () => {
  await withOrg(made.database, small.id, (tx) =>
    countCompanies(tx, [
      { key: 'zöllner & o’neil (stone-age) llp', name: 'Zöllner & O’Neil (Stone-Age) LLP', targets: 2 },
    ]),
  )
  const names = (firm: Firm, q: string) =>
    withOrg(made.database, firm.id, async (tx) => (await companiesLike(tx, q)).companies.map(({ name }) => name))
  for (const q of ['zöll', 'O’Neil (st', 'neil', 'age', 'LLP', 'zöllner  & o'])
    expect([q, await names(small, q)]).toEqual([q, ['Zöllner & O’Neil (Stone-Age) LLP']])
  expect(await names(large, 'zöll')).toEqual([])
  await withOrg(made.database, small.id, (tx) =>
    countCompanies(tx, [
      { key: 'zöllner & o’neil (stone-age) llp', name: 'Zöllner & O’Neil (Stone-Age) LLP', targets: -2 },
    ]),
  )
  expect(await names(small, 'zöll')).toEqual([])
})

type Paged = (after?: string) => Promise<{ ids: string[]; next: string | null }>
const pages: [string, (firm: Firm) => Paged][] = [
  [
    'people whose pipelines one manages',
    (firm) => (after) =>
      withOrg(made.database, firm.id, async (tx) => {
        const { people, next } = await managedBy(tx, sessionOf(firm), { limit: 30, after })
        return { ids: people.map(({ id }) => id), next }
      }),
  ],
  [
    'colleagues',
    (firm) => (after) =>
      withOrg(made.database, firm.id, async (tx) => {
        const { users, next } = await usersOf(tx, sessionOf(firm), { limit: 30, after })
        return { ids: users.map(({ id }) => id), next }
      }),
  ],
]
const readAll = async (read: Paged, between: (page: number) => Promise<void> = async () => {}) => {
  const ids: string[] = []
  let number = 0
  for (let after: string | undefined; ; ) {
    const page = await read(after)
    ids.push(...page.ids)
    if (!page.next) return ids
    after = page.next
    await between(++number)
  }
}

describe.each(pages)('pages of %s', (_, of) => {
  test('list everyone once, even people of the same name, and end', async () => {
    const ids = await readAll(of(small))
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(
      small.people
        .map(({ id }) => id)
        .filter((id) => ids.length === PEOPLE || id !== small.manager.id)
        .sort(),
    )
  })

  test('miss no one who was there throughout while people leave and join', async () => {
    const before = await readAll(of(large))
    const leaving = before[29]!
    const setLeft = (at: string | null) =>
      withoutRls(made.database, (tx) => tx.sql`update users set deactivated_at = ${at} where id = ${leaving}`)
    try {
      // The last person of the first page leaves, but their sort position still exists.
      const ids = await readAll(
        of(large),
        async (page) => void (page === 1 && (await setLeft(new Date().toISOString()))),
      )
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => id !== leaving)).toEqual(before.filter((id) => id !== leaving))
    } finally {
      await setLeft(null)
    }
  })

  test('restart for a cursor of another firm and reveal nothing of it', async () => {
    const foreign = large.people[100]!.id
    const { ids } = await of(small)(foreign)
    expect(ids).toEqual((await of(small)()).ids)
    expect(ids.some((id) => large.people.some((person) => person.id === id))).toBe(false)
  })
})
