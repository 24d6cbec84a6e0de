// Tests that a team's figures read only the days they cover, not the firm's whole history.
import { sql } from 'kysely'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn, mondayOf } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { type Api, openApi } from '#tests/api.ts'
import { isOnCluster } from '#tests/database.ts'
import { type Plan, plansOfReads } from '#tests/statements.ts'
import { figuresOfTeam as figures } from './server/teamFigures.ts'

/** Skipped on a cluster, where the nodes plan queries. */
const test = anyTest.skipIf(await isOnCluster())

const PEOPLE = 40
let api: Api
let org: string
const ids: string[] = []

beforeAll(async () => {
  api = await openApi()
  org = await api.aFirm()
  for (let count = 0; count < PEOPLE; count++) ids.push((await api.aPerson(org)).actor.id)
  await withoutRls(api.database, async (tx) => {
    await tx.sql`
      insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, lost_reason, is_private, created_at, modified_at)
      select ${org}, gen_random_uuid(), u.id, 'Halden', '', '', 'client', 'M', 'Win', 'active', 'pursuing', '', n % 20 = 0, now() - n * interval '30 days', now()
      from users u, generate_series(1, 36) n where u.org_id = ${org}`
    await tx.sql`
      insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
      select org_id, gen_random_uuid(), id, owner_id, owner_id, 'stepDone', now() - (n * 27 + 1) * interval '1 day', '{"due": "2026-05-05", "value": "H"}', gen_random_uuid(), 'active', '{}'
      from targets, generate_series(0, 39) n where org_id = ${org}`
  })
  await api.database.pool.query('vacuum analyze')
}, 120_000)
afterAll(() => api.close())

const today = dayIn(DEFAULT_ZONE, new Date())
const team = {
  people: sql`select u.id from users u where u.org_id = ${currentOrgId}`,
  zone: DEFAULT_ZONE,
  now: new Date().toISOString(),
}
const month = (back: number) => ({ start: addDays(today, -30 * back), end: addDays(today, -30 * back + 29) })
const people = () => ids.map((user_id, at) => ({ user_id, day: addDays(today, -40), is_in: at % 2 === 0 }))
const mondays = [3, 2, 1].map((weeks) => addDays(mondayOf(today), -7 * weeks))

const reads: [string, (tx: Tx) => Promise<unknown>][] = [
  ['the figures of a month and of the one before', (tx) => figures.worked(tx, team, [month(1), month(2)])],
  ['the scores of today', (tx) => figures.scores(tx, team)],
  ['the last day of everybody', (tx) => figures.lastWorked(tx, team)],
  ['what was done around a day', (tx) => figures.around(tx, team, people(), 28)],
  ['the steps of some weeks', (tx) => figures.stepsByWeek(tx, team, people(), mondays)],
]

test.each(reads)('%s read only events of the person or the days', async (_, read) => {
  const plans = await plansWhen(read)
  const scans = plans.flatMap(scansOfEvents)
  expect(scans.length).toBeGreaterThan(0)
  for (const scan of scans) expect(scan).toMatch(/\b(person_id|target_id|at)\b/)
})

test('detects a query that reads all events', async () => {
  const plans = await plansWhen((tx) => tx.sql`select count(*) from target_events where kind = ${'stepDone'}`)
  expect(plans.flatMap(scansOfEvents)).toEqual(['Seq Scan'])
})

/** Returns the index condition of each scan of events, or that it has none. */
const scansOfEvents = (node: Plan): string[] => {
  const below = node.Plans ?? []
  const bitmap = below.find((child) => child['Node Type'] === 'Bitmap Index Scan')
  const condition = node['Index Cond'] ?? bitmap?.['Index Cond'] ?? node['Node Type']
  return [...(node['Relation Name'] === 'target_events' ? [condition] : []), ...below.flatMap(scansOfEvents)]
}

const plansWhen = (read: (tx: Tx) => Promise<unknown>): Promise<Plan[]> =>
  withOrg(api.database, org, (tx) => plansOfReads(tx, () => read(tx)))
