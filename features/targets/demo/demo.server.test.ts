import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFeatureOn } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import type { Database } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { newId } from '#core/server/ids.ts'
import { principalOf } from '#core/server/sessions.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { product } from '#tests/flags.ts'
import { Status, type Target, TargetTile } from '../contract.ts'
import { hudOf, standingOf } from '../score/server/hud.ts'
import { listTargets } from '../server/reads.ts'

const saturday = new Date('2026-11-21T18:00:00Z')
let made: TestDatabase
let database: Database
beforeAll(async () => {
  made = await testDatabase()
  database = made.database
  expect(await makeDemo(database, product, saturday)).toBe(true)
})
afterAll(() => made.close())

const ask = async <T>(question: ReturnType<typeof sql<T>>, of = database) =>
  (await withoutRls(of, (tx) => tx.run(question))).rows
const count = async (question: ReturnType<typeof sql<{ n: number }>>) => (await ask(question))[0]!.n

type Person = { id: string; org_id: string; first_name: string; last_name: string; role: 'member' }
const personOf = async (email: string, of = database) =>
  (await ask(sql<Person>`select id, org_id, first_name, last_name, role from users where email = ${email}`, of))[0]!
const contextOf = (actor: Person, now: Date) => ({
  actor,
  now: now.toISOString(),
  zone: DEFAULT_ZONE,
  key: newId(),
  newId,
})

async function targetsOf(email: string): Promise<TargetTile[]> {
  const person = await personOf(email)
  const text = await withOrg(database, person.org_id, (tx) =>
    listTargets(tx, principalOf(contextOf(person, saturday)), { status: Status.options.join() }),
  )
  return JSON.parse(text).tiles
}

/** Returns the whole story without generated IDs. */
const storyOf = (of: Database) =>
  ask(
    sql`select u.email, t.company, t.contact, t.contact_email, t.type, t.value, t.goal, t.status, t.phase, t.projected_revenue, t.revenue, t.lost_reason, t.created_at, t.modified_at,
      (select json_agg(json_build_array(k.description, k.due, k.created_at, k.completed_at) order by k.created_at) from tasks k where k.org_id = t.org_id and k.target_id = t.id) as steps,
      (select json_agg(json_build_array(e.kind, e.at, e.status) order by e.at, e.kind, e.data->>'description') from target_events e where e.org_id = t.org_id and e.target_id = t.id) as events,
      (select json_agg(n.note order by n.note) from notes n where n.org_id = t.org_id and n.target_id = t.id) as notes
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id order by u.email, t.created_at, t.company, t.contact`,
    of,
  )

test('gives one firm all features and the other only the Tracker and the lessons', async () => {
  const [brook, hartwell] = await ask(
    sql<{ subscriptions: FirmSubscriptions }>`select subscriptions from orgs where name <> 'Pursuit' order by name`,
  )
  const bought = (firm: { subscriptions: FirmSubscriptions } | undefined) =>
    ['targets', 'targets.sharing', 'trainer', 'trainer.transcripts', 'trainer.branded', 'assets', 'viewer'].filter(
      (name) => isFeatureOn(firm!.subscriptions, { name }),
    )
  expect(bought(brook)).toEqual(['targets', 'targets.sharing', 'trainer'])
  expect(bought(hartwell)).toHaveLength(7)
})

test('has forty-two people in five groups, about six hundred targets, and everyone can sign in', async () => {
  const firms = await ask(sql<{ name: string; people: number; targets: number; groups: number }>`
    select o.name, (select count(*)::int from users u where u.org_id = o.id) as people, (select count(*)::int from targets t where t.org_id = o.id) as targets, (select count(*)::int from groups g where g.org_id = o.id) as groups
    from orgs o order by o.name`)
  expect(firms.map(({ name, people, groups }) => ({ name, people, groups }))).toEqual([
    { name: 'Brook & Vale', people: 2, groups: 1 },
    { name: 'Hartwell & Stone LLP', people: 42, groups: 5 },
    { name: 'Pursuit', people: 1, groups: 0 },
  ])
  expect(firms[1]!.targets).toBeGreaterThan(550)
  expect(firms[1]!.targets).toBeLessThan(680)
  expect(firms[0]!.targets).toBeGreaterThan(30)
  expect(
    await count(
      sql`select count(*)::int as n from users u join login_directory d on d.email = u.email and d.user_id = u.id and d.org_id = u.org_id`,
    ),
  ).toBe(45)
})

test('gives dana some of everything and has lee and dana work together', async () => {
  const targets = await targetsOf('dana@hartwell.example')
  const own = targets.filter(({ owner }) => owner === 'Dana Reyes')
  const of = (status: Status) => own.filter((target) => target.status === status)
  expect([
    of('active').length,
    of('completed').length,
    of('lost').length,
    of('archived').length,
    of('deleted').length,
  ]).toEqual([45, 33, 9, 5, 2])
  expect(of('completed').filter(({ revenue }) => revenue === -1).length).toBeGreaterThan(0)
  expect(of('lost').every(({ lostReason }) => lostReason !== '')).toBe(true)
  expect(new Set(of('active').map(({ bucket }) => bucket))).toEqual(new Set(['overdue', 'soon', 'later']))
  expect(new Set(own.map(({ type, value }) => type + value)).size).toBe(9)
  expect(own.filter(({ phase }) => phase === 'reactivated')).toHaveLength(1)
  expect(own.some(({ note }) => note.length > 300)).toBe(true)
  expect(targets.filter(({ shared }) => shared === 'pending')).toHaveLength(1)
  expect(targets.filter(({ shared, owner }) => shared === 'accepted' && owner === 'Lee Okafor')).toHaveLength(2)
  const shared = own.filter(({ shared }) => shared === 'accepted')
  expect(shared).toHaveLength(3)
  expect(shared.every(({ notes }) => notes.some(({ first_name }) => first_name === 'Lee'))).toBe(true)
})

test('builds copies that match the contract, each active one with one open step or one to choose', async () => {
  for (const email of ['dana@hartwell.example', 'lee@hartwell.example', 'robin@brookvale.example'])
    for (const target of await targetsOf(email)) {
      expect(TargetTile.strict().parse(target)).toEqual(target)
      const open = (of: Target) =>
        of.tasks.filter(({ done, user_id }) => done === 'incomplete' && user_id === of.user_id).length
      if (target.status === 'active' && target.shared !== 'pending')
        expect(open(target)).toBe(target.phase === 'reactivated' ? 0 : 1)
    }
})

test('has nothing in the future, at night, or on a weekend, and starts targets with their creation', async () => {
  expect(await count(sql`select count(*)::int as n from target_events where at > ${saturday.toISOString()}`)).toBe(0)
  expect(
    await count(
      sql`select count(*)::int as n from target_events where extract(isodow from at at time zone ${DEFAULT_ZONE}) > 5 or (at at time zone ${DEFAULT_ZONE})::time not between '08:30' and '18:30'`,
    ),
  ).toBe(0)
  expect(
    await count(
      sql`select count(*)::int as n from (select distinct on (org_id, target_id) kind from target_events order by org_id, target_id, at, id) first where kind <> 'targetCreated'`,
    ),
  ).toBe(0)
  expect(
    await count(
      sql`select count(*)::int as n from tasks where completed_at < created_at or created_at > ${saturday.toISOString()}`,
    ),
  ).toBe(0)
  const [{ from }] = (await ask(sql<{ from: string }>`select min(at)::date::text as from from target_events`)) as [
    { from: string },
  ]
  expect(from > '2025-05-01' && from < '2025-08-01').toBe(true)
})

test('gives dana a good score, this year’s revenue from her wins, and matching counts', async () => {
  const dana = await personOf('dana@hartwell.example')
  const [hud, standing] = await withOrg(
    database,
    dana.org_id,
    async (tx) =>
      [
        await hudOf(tx, contextOf(dana, saturday)),
        await standingOf(tx, principalOf(contextOf(dana, saturday))),
      ] as const,
  )
  expect(hud.score.you.current.score).toBeGreaterThanOrEqual(55)
  expect(hud.score.you.current.score).toBeLessThanOrEqual(85)
  expect(hud.steps.you.this_week).toBeGreaterThan(2)
  const targets = await targetsOf('dana@hartwell.example')
  const won = targets.filter(
    ({ status, completed, owner_id }) => status === 'completed' && owner_id === dana.id && completed! >= '2026-01-01',
  )
  expect(hud.revenue.you.ytd).toBe(won.reduce((sum, { revenue }) => sum + worth(revenue), 0))
  expect(hud.revenue.you.ytd_count).toBe(won.length)
  expect(standing.overdue).toBe(
    targets.filter(({ bucket, shared }) => bucket === 'overdue' && shared !== 'pending').length,
  )
})

test('keeps everyone’s score within its bounds, including on past days', async () => {
  const people = await ask(sql<Person>`select id, org_id, first_name, last_name, role from users`)
  for (const person of people)
    for (const day of [saturday, new Date('2026-08-12T18:00:00Z')]) {
      const hud = await withOrg(database, person.org_id, (tx) => hudOf(tx, contextOf(person, day)))
      expect(hud.score.you.current.score).toBeGreaterThanOrEqual(0)
      expect(hud.score.you.current.score).toBeLessThanOrEqual(100)
    }
})

test('builds the same story on the same day, and a second start changes nothing', async () => {
  const other = await testDatabase()
  await makeDemo(other.database, product, saturday)
  const story = await storyOf(database)
  expect(await storyOf(other.database)).toEqual(story)
  await other.close()
  expect(await makeDemo(database, product, new Date('2026-12-24T18:00:00Z'))).toBe(true)
  expect(await storyOf(database)).toEqual(story)
})

test('works on a Monday morning before anything was done this week', async () => {
  const monday = await testDatabase()
  const now = new Date('2026-11-23T15:00:00Z')
  await makeDemo(monday.database, product, now)
  const late = await ask(sql`select 1 from target_events where at > ${now.toISOString()}`, monday.database)
  expect(late).toEqual([])
  const dana = await personOf('dana@hartwell.example', monday.database)
  const hud = await withOrg(monday.database, dana.org_id, (tx) => hudOf(tx, contextOf(dana, now)))
  expect(hud.score.you.current.score).toBeGreaterThanOrEqual(55)
  await monday.close()
})

test('creates the whole demo or none of it, and never next to an existing firm', async () => {
  const broken = await testDatabase()
  const last = sql`alter table users add constraint breaks_demo check (email <> 'operator@pursuit.example')`
  await ask(last, broken.database)
  await expect(makeDemo(broken.database, product, saturday)).rejects.toThrow('breaks_demo')
  expect(await ask(sql`select from orgs`, broken.database)).toEqual([])
  await ask(sql`insert into orgs (id, name, subscriptions) values (${newId()}, 'A real firm', '{}')`, broken.database)
  expect(await makeDemo(broken.database, product, saturday)).toBe(false)
  expect(await ask(sql`select name from orgs`, broken.database)).toEqual([{ name: 'A real firm' }])
  await broken.close()
})
