import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { type Plan, plansOf, rowsOf, sentBy } from '#tests/statements.ts'
import { createFirm } from '../operator/server/firms.ts'
import { listPeople, readPeopleList } from '../people/server/peopleList.ts'

/** On a cluster, the plans are made on its nodes, so the tests are skipped. */
const test = anyTest.skipIf(await isOnCluster())

const PEOPLE = 5000
const OTHERS = 500

let made: TestDatabase
let orgId: string
let group: string
let middle: string

beforeAll(async () => {
  made = await testDatabase()
  await withoutRls(made.database, async (tx) => {
    orgId = await createFirm(tx, flags, { name: 'A large firm' })
    const small = await createFirm(tx, flags, { name: 'A small one' })
    await tx.sql`
      insert into users (org_id, id, email, first_name, last_name, role, signed_in_at)
      select case when n <= ${PEOPLE} then ${orgId}::uuid else ${small}::uuid end, gen_random_uuid(), 'p' || n || '@large.example', 'Pat ' || n % 97, 'Name ' || lpad((n * 7919 % 10007)::text, 5, '0'), 'member',
        case when n % 3 = 0 then now() end from generate_series(1, ${PEOPLE + OTHERS}) n`
    const groups = await tx.sql<{ id: string }>`
      insert into groups (org_id, id, name) select ${orgId}, gen_random_uuid(), 'Group ' || n from generate_series(1, 100) n returning id`
    group = groups.rows[0]!.id
    await tx.sql`
      insert into group_members (org_id, group_id, user_id)
      select u.org_id, g.id, u.id from (select id, org_id, row_number() over (order by id) as n from users where org_id = ${orgId}) u
        join (select id, row_number() over (order by id) as n from groups where org_id = ${orgId}) g on g.n = u.n % 100 + 1`
    const { rows } = await tx.sql<{ id: string }>`
      select id from users where org_id = ${orgId} order by last_name, first_name, id offset ${PEOPLE / 2} limit 1`
    middle = rows[0]!.id
  })
  await made.database.pool.query('vacuum analyze')
})
afterAll(() => made.close())

/** Returns the plan steps of the statement that reads the people, as PostgreSQL executed it. */
async function stepsOf(reading: (tx: Tx) => Promise<unknown>): Promise<Plan[]> {
  return withOrg(made.database, orgId, async (tx) => {
    const read = (await sentBy(tx, () => reading(tx))).find(({ text }) => /order by u\.last_name/.test(text))!
    const [plan] = await plansOf(tx, read, 'analyze')
    const all: Plan[] = []
    const visit = (node: Plan) => {
      all.push(node)
      for (const part of node.Plans ?? []) visit(part)
    }
    visit(plan!)
    return all
  })
}

const readsOf = (steps: Plan[], table: string) =>
  steps
    .filter((step) => step['Relation Name'] === table)
    .reduce((sum, step) => sum + rowsOf(step) + (step['Rows Removed by Filter'] ?? 0) * (step['Actual Loops'] ?? 1), 0)

test.each([
  ['the first page', undefined],
  ['a page in the middle', () => middle],
])('reads only the people that %s shows, in order, and only their groups, of 5,000 people', async (_, after) => {
  const steps = await stepsOf((tx) => listPeople(tx, after ? { after: after() } : {}))
  const walk = steps.find((step) => step['Index Name'] === 'users_by_name')!
  expect(rowsOf(walk)).toBeLessThanOrEqual(101)
  expect(readsOf(steps, 'users')).toBeLessThanOrEqual(110)
  // The groups of a person are ordered only by name.
  const seen = readsOf(steps, 'group_members')
  expect(seen).toBeGreaterThan(0)
  expect(seen).toBeLessThanOrEqual(110)
})

test.each([
  ['words', { q: 'pat 77 large' }],
  ['a state', { state: 'waiting' as const }],
  ['a role', { role: 'admin' }],
  ['a group', () => ({ group })],
])('visits each person at most once: %s', async (_, given) => {
  const filters = typeof given === 'function' ? given() : given
  const steps = await stepsOf((tx) => readPeopleList(tx, filters, 101))
  const seen = readsOf(steps, 'users')
  expect(seen).toBeGreaterThan(0)
  // A plan that scans the whole table reads the other firm's people too.
  expect(seen).toBeLessThanOrEqual(PEOPLE + OTHERS)
})
