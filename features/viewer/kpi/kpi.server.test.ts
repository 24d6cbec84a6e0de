// Covers access to the KPI dashboard's token, its permissions and lifetime, and the figures of the team's targets.
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { callerOf } from '#core/server/testing/calls.ts'
import { routes as targetRoutes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { FIGURES_PATH, routes, TOKEN_SECONDS, type TokenAnswer } from './contract.ts'
import type { KpiFigures, Learning, PeopleFigures, PipelineFigures, Won } from './figuresContract.ts'

let api: Api
let org: string
let group: string
let [dana, lee, morgan]: Client[] = []
const run = (...statements: RawBuilder<unknown>[]) =>
  withoutRls(api.database, async (tx) => {
    for (const statement of statements) await tx.run(statement)
  })
const member = (person: Client) =>
  sql`insert into group_members (org_id, group_id, user_id) values (${org}, ${group}, ${person.actor.id})`

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = null
  org = await api.aFirm({ access: 'no' })
  group = randomUUID()
  dana = await api.aPerson(org, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(org, { first_name: 'Lee', last_name: 'Park' })
  morgan = await api.aPerson(org)
  await run(
    sql`insert into groups (org_id, id, name) values (${org}, ${group}, 'Litigation')`,
    sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${group}, ${morgan.actor.id})`,
    member(dana),
    member(lee),
  )
})

const asked = (by: Client) => by.call<TokenAnswer>(routes.token)
async function tokenOf(by: Client): Promise<string> {
  const { token } = (await asked(by)).body
  if ('error' in token) throw new Error(token.error)
  return token.access_token
}
const today = () => dayIn(DEFAULT_ZONE, api.clock.now ?? new Date())
const days = () => ({ start: addDays(today(), -30), end: addDays(today(), -1) })
async function read<A = { code: string }>(token: string, panel: string, given: Record<string, string> = {}) {
  const query = new URLSearchParams({ key: 'group', id: group, ...days(), ...given })
  const answer = await api.http.inject({
    url: `${FIGURES_PATH}/${panel}?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json() as A, text: answer.body }
}
const panels = ['summary', 'pipeline', 'won', 'people', 'learning']
const statuses = (token: string, given?: Record<string, string>) =>
  Promise.all(panels.map(async (panel) => (await read(token, panel, given)).status))
const each = (status: number) => panels.map(() => status)

test('gives a manager a token of ten minutes, as specified', async () => {
  const { status, body } = await asked(morgan!)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    token: { access_token: expect.stringMatching(/^[\w-]+\.[\w-]+$/), expires_in: 600 },
    urls: { embed: '/kpi/embed', js: '/kpi/embed.js', getToken: '/api/kpi/token' },
    reportId: 'kpi',
    tokenType: 'Bearer',
    type: 'dashboard',
  })
  expect(await statuses(await tokenOf(morgan!))).toEqual(each(200))
})

test('gives no token to people who manage no one, admins, or firms without the dashboard or Viewer', async () => {
  const admin = await api.aPerson(org, { role: 'admin' })
  expect([(await asked(dana!)).status, (await asked(admin)).status]).toEqual([403, 403])
  const token = await tokenOf(morgan!)
  for (const path of ['{viewer,features,dashboards,on}', '{viewer,on}']) {
    await run(sql`update orgs set subscriptions = jsonb_set(subscriptions, ${path}::text[], '"no"') where id = ${org}`)
    expect([(await asked(morgan!)).status, await statuses(token)]).toEqual([403, each(403)])
  }
})

test('expires a token after ten minutes and accepts it nowhere else', async () => {
  const begin = new Date()
  api.clock.now = begin
  const token = await tokenOf(morgan!)
  api.clock.now = new Date(begin.getTime() + TOKEN_SECONDS * 1000 - 1000)
  expect(await statuses(token)).toEqual(each(200))
  api.clock.now = new Date(begin.getTime() + TOKEN_SECONDS * 1000)
  expect(await statuses(token)).toEqual(each(401))
  api.clock.now = begin
  expect((await callerOf(api.http, token)(routes.token)).status).toBe(401)
  expect(await statuses(morgan!.token)).toEqual(each(401))
  const [said, signature] = token.split('.') as [string, string]
  const other = JSON.parse(Buffer.from(said, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...other, until: other.until + 1 })).toString('base64url')
  expect(await statuses(`${forged}.${signature}`)).toEqual(each(401))
  const post = await api.http.inject({
    method: 'POST',
    url: `${FIGURES_PATH}/summary`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(post.statusCode).toBe(405)
})

test('ends a token with the session, the person, or their permission to manage', async () => {
  const token = await tokenOf(morgan!)
  const other = await withoutRls(api.database, (tx) => openSession(tx, org, morgan!.actor.id))
  await run(sql`delete from sessions where org_id = ${org} and user_id = ${morgan!.actor.id} and id = (
    select id from sessions where org_id = ${org} and user_id = ${morgan!.actor.id} order by created_at limit 1)`)
  expect(await statuses(token)).toEqual(each(401))
  const again = await tokenOf({ ...morgan!, call: callerOf(api.http, other) })
  expect(await statuses(again)).toEqual(each(200))
  await run(sql`delete from group_managers where org_id = ${org} and user_id = ${morgan!.actor.id}`)
  expect(await statuses(again)).toEqual(each(403))
  await run(sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${group}, ${morgan!.actor.id})`)
  expect(await statuses(again)).toEqual(each(200))
  await run(sql`update users set deactivated_at = now() where org_id = ${org} and id = ${morgan!.actor.id}`)
  expect(await statuses(again)).toEqual(each(401))
})

test("shows only data of the manager's people, and rejects other people, firms, and invalid days", async () => {
  const token = await tokenOf(morgan!)
  const foreign = await api.aFirm()
  const another = randomUUID()
  await run(sql`insert into groups (org_id, id, name) values (${org}, ${another}, 'Tax')`)
  expect(await statuses(token, { id: another })).toEqual(each(403))
  expect(await statuses(token, { key: 'org', id: org })).toEqual(each(403))
  expect(await statuses(token, { key: 'org', id: foreign })).toEqual(each(404))
  expect(await statuses(token, { id: randomUUID() })).toEqual(each(404))
  expect(await statuses(token, { key: 'user', id: dana!.actor.id })).toEqual(each(400))
  const wrongs: Record<string, string>[] = [
    { start: '2017-12-31' },
    { end: today() },
    { start: addDays(today(), -1), end: addDays(today(), -2) },
  ]
  for (const wrong of wrongs) expect(await statuses(token, wrong)).toEqual(each(400))
  expect((await read(token, 'nothing')).status).toBe(404)
})

type Tile = { id: string }
const made = async (by: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await by.call<Tile>(targetRoutes.create, { body: aTarget(given) })).body.id
/** The same time of day in the firm's zone, so that a change of the clocks doesn't make it another day. */
const ago = (count: number) =>
  sql`((now() at time zone ${DEFAULT_ZONE} - make_interval(days => ${count}::int)) at time zone ${DEFAULT_ZONE})`
const won = (id: string, revenue: number, count: number) =>
  sql`update targets set status = 'completed', revenue = ${revenue}, completed_at = ${ago(count)}, modified_at = ${ago(count)}, created_at = ${ago(count + 1)} where org_id = ${org} and id = ${id}`
const step = (by: Client, id: string, count: number, due: string | null) => sql`
  insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
  values (${org}, ${randomUUID()}, ${id}, ${by.actor.id}, ${by.actor.id}, 'stepDone', ${ago(count)}, ${JSON.stringify({ due, value: 'H' })}::jsonb, ${randomUUID()}, 'active', '{}')`

test('computes the five figures for the range and the period before, without private Targets', async () => {
  const open = await made(dana!, { projected_revenue: 40_000 })
  const secret = await made(dana!, { projected_revenue: 9_000_000, private: true })
  const [one, two, three] = [await made(dana!), await made(lee!), await made(lee!, { private: true })]
  const alone = await made(morgan!, { projected_revenue: 7_000_000 })
  const on = addDays(today(), 100)
  await run(
    sql`update targets set created_at = ${ago(40)}, modified_at = ${ago(40)} where org_id = ${org} and id in (${open}, ${secret}, ${alone})`,
    won(one, 1000, 5),
    won(two, 600, 40),
    won(three, 5_000_000, 5),
    step(dana!, open, 3, on),
    step(dana!, open, 3, '2020-01-01'),
    step(lee!, open, 3, null),
    step(lee!, open, 45, on),
    step(dana!, secret, 3, on),
    step(morgan!, alone, 3, on),
  )
  const { body } = await read<KpiFigures>(await tokenOf(morgan!), 'summary')
  expect(body).toMatchObject({
    won: { now: 1000, before: 600 },
    projected: { now: 40_000, before: 40_000 },
    steps: { now: 3, before: 1 },
    on_time: { now: 50, before: 100 },
    before: { start: addDays(days().start, -30), end: addDays(days().start, -1) },
  })
})

test('counts the pipeline as of the end of the range, whatever happened since', async () => {
  const id = await made(dana!, { projected_revenue: 40_000 })
  const standing = (at: number, status: string) => sql`
    insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
    values (${org}, ${randomUUID()}, ${id}, ${dana!.actor.id}, ${dana!.actor.id}, 'targetHeld', ${ago(at)}, '{}', ${randomUUID()}, ${status}, '{}')`
  await run(
    sql`update targets set status = 'archived', created_at = ${ago(60)}, modified_at = now() where org_id = ${org} and id = ${id}`,
    sql`delete from target_events where org_id = ${org} and target_id = ${id}`,
    standing(50, 'active'),
    standing(10, 'archived'),
  )
  const { body } = await read<KpiFigures>(await tokenOf(morgan!), 'summary')
  expect(body.projected).toEqual({ now: 0, before: 40_000 })
})

test("averages people's own mean scores, without private Targets and people without Targets or steps", async () => {
  const day = (person: Client, count: number, score: number) => sql`
    insert into score_days (org_id, user_id, day, score, own_score) values (${org}, ${person.actor.id}, ${addDays(today(), -count)}, ${score}, 100)
    on conflict (org_id, user_id, day) do update set score = excluded.score, own_score = 100`
  await run(
    sql`delete from score_days where org_id = ${org}`,
    // Keeps invalidated totals from being rebuilt for a while.
    sql`update score_clocks set summed = null, forgotten_at = now() where org_id = ${org}`,
    day(dana!, 1, 60),
    day(lee!, 1, 40),
    day(dana!, 30, 80),
    day(dana!, 31, 20),
    day(lee!, 60, 31),
    day(lee!, 61, 99),
    day(morgan!, 1, 99),
  )
  // Dana and Lee each have a Target pursued all along; Morgan has none.
  for (const person of [dana!, lee!]) {
    const id = await made(person)
    await run(
      sql`update targets set created_at = ${ago(90)}, modified_at = ${ago(90)} where org_id = ${org} and id = ${id}`,
      sql`update target_events set at = ${ago(90)} where org_id = ${org} and target_id = ${id}`,
    )
  }
  const { body } = await read<KpiFigures>(await tokenOf(morgan!), 'summary')
  // Dana has 60 and 80, Lee has 40. Before that, Dana had 20 and Lee 31.
  expect(body.score).toEqual({ now: 55, before: 26 })
})

test('counts people by the score of today that their manager sees', async () => {
  const [a] = [await made(dana!), await made(lee!, { private: true })]
  await run(
    step(dana!, a!, 1, addDays(today(), 9)),
    step(dana!, a!, 1, '2020-01-01'),
    step(dana!, a!, 2, addDays(today(), 9)),
  )
  const token = await tokenOf(morgan!)
  const scoreOf = async (person: Client) =>
    (await morgan!.call<{ score: number }>(targetRoutes.score, { query: { proxyUser: person.actor.id } })).body.score
  const [ofDana, ofLee] = [await scoreOf(dana!), await scoreOf(lee!)]
  expect(ofDana).toBeGreaterThan(10)
  const { scores, people } = (await read<PeopleFigures>(token, 'people')).body
  const held = (score: number) => scores.findIndex(({ from, to }) => score >= from && score <= to)
  expect([
    people,
    scores[held(ofDana)]!.people + (held(ofDana) === held(ofLee) ? 0 : scores[held(ofLee)]!.people),
  ]).toEqual([2, 2])
})

test('returns the pipeline by stage and age, and dollars won by month and the year before', async () => {
  const [fresh, old, held, secret] = [
    await made(dana!, { projected_revenue: 10 }),
    await made(dana!, { projected_revenue: 20 }),
    await made(lee!, { projected_revenue: 40 }),
    await made(lee!, { projected_revenue: 80, private: true }),
  ]
  const [now, before] = [await made(lee!), await made(lee!)]
  await run(
    sql`update targets set created_at = ${ago(400)}, phase = 'reactivated' where org_id = ${org} and id = ${old}`,
    sql`update targets set created_at = ${ago(100)}, status = 'archived' where org_id = ${org} and id in (${held}, ${secret})`,
    won(now, 500, 0),
    won(before, 300, 365),
  )
  expect(fresh).toBeTruthy()
  const token = await tokenOf(morgan!)
  const { cells, ages } = (await read<PipelineFigures>(token, 'pipeline')).body
  expect(ages).toEqual(['0–30', '31–90', '91–180', '181–365', '365+'])
  expect(new Set(cells.map(({ stage, age, count, projected }) => [stage, age, count, projected].join()))).toEqual(
    new Set(['pursuing,0,1,10', 'reactivated,4,1,20', 'held,2,1,40']),
  )
  const { months } = (await read<Won>(token, 'won')).body
  expect([months.length, months.at(-1)!.month]).toEqual([12, today().slice(0, 7)])
  expect(months.reduce((sum, month) => sum + month.won + month.last_year, 0)).toBe(800)
  expect(months.at(-1)).toMatchObject({ won: 500, last_year: 300 })
})

test('names people silent for 14 days, longest first, not counting private work', async () => {
  const open = await made(dana!)
  const secret = await made(lee!, { private: true })
  await run(
    sql`update users set created_at = ${ago(90)} where org_id = ${org}`,
    sql`delete from target_events where org_id = ${org}`,
    step(dana!, open, 20, null),
    step(lee!, secret, 1, null),
  )
  const token = await tokenOf(morgan!)
  const { silent, not_begun } = (await read<PeopleFigures>(token, 'people')).body
  expect(silent.map(({ id, name, days }) => [id, name, days])).toEqual([
    [lee!.actor.id, 'Lee Park', 90],
    [dana!.actor.id, 'Dana Reyes', 20],
  ])
  expect(not_begun).toBe(0)
  await run(step(dana!, open, 13, null))
  expect((await read<PeopleFigures>(token, 'people')).body.silent.map(({ name }) => name)).toEqual(['Lee Park'])
  // People who joined a few days ago aren't silent yet, but are counted as not started.
  await run(sql`update users set created_at = ${ago(3)} where org_id = ${org} and id = ${lee!.actor.id}`)
  expect((await read<PeopleFigures>(token, 'people')).body).toMatchObject({ silent: [], not_begun: 1 })
})

test('shows activity around a lesson with at least five people on both sides, with their number', async () => {
  const [lesson] = (await withoutRls(api.database, (tx) => tx.sql<{ id: string }>`select id from lessons limit 1`)).rows
  const id = lesson?.id ?? randomUUID()
  const all = [dana!, lee!]
  while (all.length < 10) all.push(await api.aPerson(org))
  const finished = (person: Client) => sql`
    insert into lesson_progress (org_id, user_id, lesson_id, ranges, seconds, resume, watched_at, done_at, seq)
    values (${org}, ${person.actor.id}, ${id}, '[]', 0, 0, ${ago(28)}, ${ago(28)}, 1)`
  const target = await made(dana!)
  await run(
    ...(lesson
      ? []
      : [sql`insert into firm_lessons (org_id, id, title, seq) values (${org}, ${id}, 'Ask for the work', 1)`]),
    ...all.slice(2).map(member),
    ...all.slice(0, 4).map(finished),
    step(dana!, target, 40, null),
    step(dana!, target, 3, null),
    step(dana!, target, 3, null),
  )
  const token = await tokenOf(morgan!)
  expect((await read<Learning>(token, 'learning')).body).toMatchObject({ choices: [], shows: null, people: 10 })
  await run(finished(all[4]!))
  const { body } = await read<Learning>(token, 'learning')
  expect(body.lessons.now).toBe(5)
  expect(body.learners.now).toBe(5)
  expect(body.choices.map((one) => one.id)).toEqual([id])
  expect(body.shows!.finished).toMatchObject({ people: 5, steps_before: 0, steps_after: 0.1 })
  expect(body.shows!.not_yet).toMatchObject({ people: 5, steps_before: 0, steps_after: 0 })
  await run(sql`delete from group_members where org_id = ${org} and user_id = ${all[9]!.actor.id}`)
  expect((await read<Learning>(token, 'learning', { lesson: id })).body.shows).toBeNull()
})

test('responds with 403 for a panel whose feature is off, and leaves its data out elsewhere', async () => {
  const turn = (feature: string, on: string) =>
    run(
      sql`update orgs set subscriptions = jsonb_set(subscriptions, ${`{${feature},on}`}::text[], to_jsonb(${on}::text)) where id = ${org}`,
    )
  await turn('targets', 'no')
  const token = await tokenOf(morgan!)
  expect((await asked(morgan!)).body.settings.panels).toEqual(['learning'])
  expect(await statuses(token)).toEqual([403, 403, 403, 403, 200])
  expect((await read<Learning>(token, 'learning')).body.shows).toBeNull()
  await turn('targets', 'yes')
  await turn('trainer', 'no')
  expect((await asked(morgan!)).body.settings.panels).toEqual(['work'])
  expect(await statuses(token)).toEqual([200, 200, 200, 200, 403])
})
