import { sql } from 'kysely'
import { afterAll, test as anyTest, beforeAll, expect } from 'vitest'
import { features } from '#app/features.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { newId } from '#core/server/ids.ts'
import { inboxRows } from '#core/server/notices/inbox.ts'
import { provide } from '#core/server/services.ts'
import { claimedPrincipal, openSession, principalOf, type SignedInSession } from '#core/server/sessions.ts'
import { readToken } from '#core/server/tokens.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { inboxFeed } from '#features/notifications/server/feed.ts'
import { activityOf } from '#features/reports/server/activity.ts'
import { MOST_TARGETS } from '#features/targets/companies/contract.ts'
import { companyNamed } from '#features/targets/companies/server/company.ts'
import { timelineOf } from '#features/targets/detail/server/timeline.ts'
import { editTarget } from '#features/targets/forms/actions.ts'
import { hudOf, standingOf } from '#features/targets/score/server/hud.ts'
import { changesAfter, listTargets, tileText } from '#features/targets/server/reads.ts'
import { targetStore } from '#features/targets/server/store.ts'
import { readAssignedToPerson } from '#features/trainer/assigning/server/reading.ts'
import { lessonFeeds } from '#features/trainer/lessons/server/feeds.ts'
import { addCategory, addPublishedLesson } from '#features/trainer/lessons/server/publishing.ts'
import { lessonOf, lessonsOf } from '#features/trainer/lessons/server/reading.ts'
import { watch } from '#features/trainer/lessons/server/watching.ts'
import { completedBy } from '#features/trainer/record/server/routes.ts'
import { fillCells } from '#features/trainer/worksheets/actions.ts'
import { saveWorksheet } from '#features/trainer/worksheets/server/editing.ts'
import { worksheetFeeds } from '#features/trainer/worksheets/server/feeds.ts'
import { readHistory, worksheetsOf } from '#features/trainer/worksheets/server/reading.ts'
import { answersStore } from '#features/trainer/worksheets/server/store.ts'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { type Plan, plansOf, rowsOf, type Statement, sentBy } from '#tests/statements.ts'

/** A cluster plans its queries on its nodes. */
const test = anyTest.skipIf(await isOnCluster())

const PEOPLE = 200
const EACH = 100
/** Assigned lessons. Each person has watched some of them. */
const LESSONS = 40
/** Targets per person at companies that everyone has. */
const EVERYWHERE = 10
/** Tables that grow with a firm's work, which no query may scan completely. Small ones are left to the planner. */
const growing = new Set([
  'targets',
  'target_people',
  'target_events',
  'target_former_companies',
  'tasks',
  'notes',
  'once_only',
  'sessions',
  'notifications',
  'lesson_progress',
  'lesson_assignments',
  'worksheet_answers',
  'worksheet_cells',
  'worksheet_writings',
  'worksheet_comments',
])

let made: TestDatabase
let orgId: string
let person: Actor
let targetId: string
let tokenHash: Buffer
const lessonIds: string[] = []
const aSheet = {
  instructions: '',
  questions: [{ text: 'What is next?' }],
  parameters: Array.from({ length: 9 }, (_, i) => ({ text: `Client ${i}` })),
}

beforeAll(async () => {
  made = await testDatabase()
  provide(made.database, composeFeatures(features))
  await withoutRls(made.database, async (tx) => {
    orgId = await createFirm(tx, flags, { name: 'A large firm' })
    const names = Array.from({ length: PEOPLE }, (_, i) => ({
      email: `p${i}@large.example`,
      first_name: 'Pat',
      last_name: `${i}`,
    }))
    const people = await addFirmPeople(tx, orgId, names)
    person = people[77]!
    tokenHash = readToken(await openSession(tx, orgId, person.id))!.hash
    await tx.sql`
      insert into targets (org_id, id, owner_id, company, company_key, contact, contact_email, type, value, goal, status, phase, lost_reason, is_private, created_at, modified_at)
      select ${orgId}, gen_random_uuid(), u.id, c.name, lower(c.name), '', '', 'client', 'M', 'Win', (array['active', 'active', 'active', 'completed', 'lost', 'archived', 'deleted'])[n % 7 + 1], 'pursuing', '', false, now() - n * interval '3 days', now()
      from users u, generate_series(1, ${EACH}) n, lateral (select case when n % ${EVERYWHERE} = 0 then 'Everywhere' else 'Halden ' || n end as name) c where u.org_id = ${orgId}`
    await tx.sql`
      insert into target_people (org_id, user_id, target_id, from_id, response, seq, status, due, doc)
      select org_id, owner_id, id, owner_id, 'accepted', row_number() over (partition by owner_id order by id), status, current_date, '"id":"' || id || '","tasks":[],"notes":[],"collaborators":[]}' from targets where org_id = ${orgId}`
    const category = await addCategory(tx, { name: 'Starting', description: '', position: 1 })
    for (let number = 1; number <= LESSONS; number++) {
      const words = {
        title: `Lesson ${number}`,
        description: '',
        homework: '',
        handle: `lesson-${number}`,
        transcript: '',
      }
      lessonIds.push(
        await addPublishedLesson(tx, { ...words, categoryId: category, number, position: number, seconds: 90 }),
      )
    }
    await tx.sql`
      insert into lesson_progress (org_id, user_id, lesson_id, ranges, seconds, resume, watched_at, seq)
      select u.org_id, u.id, l.id, '[[0, 40]]', 40, 40, now() - l.number * interval '1 day', l.number from users u cross join lessons l where u.org_id = ${orgId}`
    await tx.sql`
      insert into lesson_assignments (org_id, id, user_id, lesson_id, assigned_by, seq)
      select u.org_id, gen_random_uuid(), u.id, l.id, u.id, l.number from users u cross join lessons l where u.org_id = ${orgId}`
    await tx.sql`insert into feed_sequences (org_id, user_id, feed, seq) select org_id, id, 'lessons', ${LESSONS} from users where org_id = ${orgId}`
    for (const lesson of lessonIds) await saveWorksheet(tx, lesson, aSheet)
    await tx.sql`
      insert into worksheet_answers (org_id, user_id, worksheet_id, seq) select u.org_id, u.id, w.id, 1 from users u cross join worksheets w where u.org_id = ${orgId};`
    await tx.sql`
      insert into worksheet_cells (org_id, user_id, worksheet_id, version, name, value, at)
      select org_id, user_id, worksheet_id, 1, 'p' || n || '.q1', 'Yes', now() from worksheet_answers, generate_series(1, 9) n where org_id = ${orgId}`
    await tx.sql`
      insert into worksheet_writings (org_id, id, user_id, worksheet_id, version, name, value, at)
      select org_id, gen_random_uuid(), user_id, worksheet_id, 1, name, 'Yes', now() from worksheet_cells where org_id = ${orgId}`
    await tx.sql`
      insert into worksheet_comments (org_id, id, user_id, worksheet_id, version, text, by_id, at)
      select org_id, gen_random_uuid(), user_id, worksheet_id, 1, 'Well done', user_id, now() from worksheet_answers where org_id = ${orgId}`
    await tx.sql`
      insert into sessions (org_id, id, token_hash, user_id) select org_id, gen_random_uuid(), decode(md5(id::text || n), 'hex'), id from users, generate_series(1, 5) n where org_id = ${orgId}`
    await tx.sql`insert into feed_sequences (org_id, user_id, feed, seq) select org_id, id, 'main', ${EACH} from users where org_id = ${orgId}`
    await tx.sql`
      insert into tasks (org_id, target_id, id, user_id, description, help, due, created_at, completed_at)
      select org_id, id, gen_random_uuid(), owner_id, 'Send', '', current_date, now(), case when n = 1 then now() end from targets, generate_series(1, 2) n where org_id = ${orgId}`
    await tx.sql`
      insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
      select org_id, gen_random_uuid(), id, owner_id, owner_id, (array['targetCreated', 'stepDone', 'noteWritten'])[n], created_at, '{}', gen_random_uuid(), status, '{}' from targets, generate_series(1, 3) n where org_id = ${orgId}`
    await tx.sql`
      insert into notifications (org_id, id, user_id, kind, occasion, text, path, created_at, read_at)
      select org_id, gen_random_uuid(), id, 'shared_target_updates', n::text, 'Told', '/', now() - n * interval '1 hour', case when n > 9 then now() end from users, generate_series(1, ${EACH}) n where org_id = ${orgId}`
    await tx.sql`insert into target_former_companies (org_id, target_id, company_key) select org_id, id, 'old ' || company_key from targets where org_id = ${orgId} and hashtext(id::text) % 20 = 0`
    const groupId = newId()
    await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${groupId}, 'Managed')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${orgId}, ${groupId}, ${person.id})`
    await tx.sql`insert into group_members (org_id, group_id, user_id) select org_id, ${groupId}, id from users where org_id = ${orgId} and id <> ${person.id} order by id limit 20`
    const { rows } = await tx.sql<{
      id: string
    }>`select id from targets where owner_id = ${person.id} and status = 'active' limit 1`
    targetId = rows[0]!.id
    await tx.sql`select rebuild_target_views(${orgId}::uuid, array[${targetId}]::uuid[])`
  })
  await made.database.pool.query('vacuum analyze')
})
afterAll(() => made.close())

const context = (): Context => ({
  actor: person,
  now: new Date().toISOString(),
  zone: DEFAULT_ZONE,
  key: newId(),
  newId,
})
const session = () => ({ actor: person, org: { id: orgId, zone: DEFAULT_ZONE, access: 'no' } }) as SignedInSession
const asked = () => principalOf(context())
const claimed = () => claimedPrincipal({ hash: tokenHash, isProgram: false }, context().now)

const feedAfter = (tx: Tx, feed: CollectionFeed, after: string) =>
  tx.sql`${feed.changes(asked(), sql`${after}::bigint`, tx)} order by seq limit 1000`

const reader = () => ({ id: person.id, zone: DEFAULT_ZONE, hasFirmContent: true })
const aWorksheet = async (tx: Tx) => (await worksheetsOf(tx, person.id))[0]!.worksheet
const feedNamed = (name: string) => lessonFeeds.find(({ collection }) => collection.name === name)!
const reads: [string, (tx: Tx) => Promise<unknown>][] = [
  ['the list', (tx) => listTargets(tx, asked(), {})],
  ['the list, asked before the caller is known', (tx) => listTargets(tx, claimed(), {})],
  ['the list of all statuses', (tx) => listTargets(tx, asked(), { status: 'active,archived,completed,lost,deleted' })],
  ['the list of a range of days', (tx) => listTargets(tx, asked(), { start: '2026-01-01', end: '2026-12-31' })],
  ['the changes after a cursor', (tx) => changesAfter(tx, claimed(), '90')],
  ['one target', (tx) => tileText(tx, claimed(), targetId)],
  ['the counts', (tx) => standingOf(tx, claimed())],
  ['the summary', (tx) => hudOf(tx, context())],
  ['the timeline', (tx) => timelineOf(tx, context(), targetId)],
  ['the page of a company', (tx) => companyNamed(tx, session(), context(), { name: 'Halden 7' })],
  ['an old name of a company', (tx) => companyNamed(tx, session(), context(), { name: 'Old Halden 7' })],
  ['the list in an order', (tx) => listTargets(tx, asked(), { sort: 'revenue' })],
  ['the inbox', (tx) => inboxRows(tx, person.id)],
  ['an older page of the inbox', (tx) => inboxRows(tx, person.id, `2030-01-01T00:00:00Z_${person.id}`)],
  ['the lines of the inbox after a cursor', (tx) => feedAfter(tx, inboxFeed, '90')],
  ['lessons with what one has of them', (tx) => lessonsOf(tx, reader())],
  ['one lesson', (tx) => lessonOf(tx, reader(), lessonIds[0]!)],
  ['what was played after a cursor', (tx) => feedAfter(tx, feedNamed('lessonProgress'), '30')],
  ['what was assigned after a cursor', (tx) => feedAfter(tx, feedNamed('lessonAssignments'), '30')],
  [
    'a report of what was played',
    (tx) => watch(tx, reader(), context(), { id: lessonIds[0]!, watched: 60, ranges: [[40, 60]] }),
  ],
  ['what is assigned to somebody', (tx) => readAssignedToPerson(tx, person.id, DEFAULT_ZONE)],
  [
    'what somebody has completed',
    (tx) => completedBy(tx, person.id, DEFAULT_ZONE, { from: '2020-01-01', to: '2030-01-01' }),
  ],
  ['worksheets with what one wrote on them', (tx) => worksheetsOf(tx, person.id)],
  ['what was written after a cursor', (tx) => feedAfter(tx, worksheetFeeds[1]!, '0')],
  [
    'all that was ever written on a worksheet',
    async (tx) => readHistory(tx, person.id, await aWorksheet(tx), DEFAULT_ZONE, {}),
  ],
  [
    'an answer',
    async (tx) =>
      act(
        tx,
        answersStore(person.id, newId()),
        fillCells,
        { id: (await aWorksheet(tx)).id, version: 1, cells: [{ name: 'p1.q1', value: 'No' }] },
        context(),
      ),
  ],
  ['the activity report', (tx) => activityOf(tx, session(), { start: '2026-01-01', end: '2026-12-31' })],
  ['the trash', (tx) => targetStore.lockEach(tx, context())],
  ['a change', (tx) => act(tx, targetStore, editTarget, { id: targetId, goal: 'Win it all' }, context())],
]

test.each(reads)('serves %s from indexes on one person’s or one target’s rows', async (_, read) => {
  const statements = await statementsOf(read)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) for (const scan of await scansOf(statement)) expect(scan).toMatch(indexed)
})

/** In addition to the firm, the index condition must name the owner, the row, the token, or the company. */
const indexed =
  /^(Index Scan|Index Only Scan|Bitmap Index Scan) on [a-z_]+ by .*\b(user_id|owner_id|person_id|target_id|company_key|id|token_hash)\b/

test('detects a scan of a whole firm with this check', async () => {
  const whole = await statementsOf(
    (tx) => tx.sql`select count(*) from target_events where org_id = ${orgId} and kind = ${'targetWon'}`,
  )
  const scans = (await Promise.all(whole.map(scansOf))).flat()
  expect(scans).toHaveLength(1)
  expect(scans[0]).not.toMatch(indexed)
})

const inRequest = <T>(work: (tx: Tx) => Promise<T>) => withOrg(made.database, orgId, work)

/** Captures the statements that really reach the database. */
const statementsOf = (read: (tx: Tx) => Promise<unknown>): Promise<Statement[]> =>
  inRequest(async (tx) =>
    (await sentBy(tx, () => read(tx))).filter(({ text }) => /^\s*(select|with|insert|update|delete)\b/i.test(text)),
  )

test('reads only the shown targets for a manager’s page of a company that everyone has', async () => {
  const everyone = { ...session(), org: { ...session().org, access: 'yes' } } as SignedInSession
  const statements = await statementsOf((tx) => companyNamed(tx, everyone, context(), { name: 'Everywhere' }))
  const plans = (await Promise.all(statements.map((one) => inRequest((tx) => plansOf(tx, one, 'analyze'))))).flat()
  const read = (node: Plan): number =>
    (node['Relation Name'] === 'targets' ? rowsOf(node) : 0) +
    (node.Plans ?? []).map(read).reduce((sum, rows) => sum + rows, 0)
  const rows = plans.map(read).reduce((sum, one) => sum + one, 0)
  expect(rows).toBeGreaterThan(MOST_TARGETS)
  expect(rows).toBeLessThan(2 * MOST_TARGETS)
})

/** Returns every scan of a growing table in a plan. */
async function scansOf(statement: Statement): Promise<string[]> {
  const scans: string[] = []
  const visit = (node: Plan, table?: string) => {
    const of = node['Relation Name'] ?? table
    const kind = node['Node Type']
    if (of && growing.has(of) && kind.includes('Scan') && kind !== 'Bitmap Heap Scan')
      scans.push(`${kind} on ${of} by ${node['Index Cond'] ?? 'nothing'}`)
    for (const part of node.Plans ?? []) visit(part, kind === 'Bitmap Heap Scan' ? of : undefined)
  }
  for (const plan of await inRequest((tx) => plansOf(tx, statement))) visit(plan)
  return scans
}
