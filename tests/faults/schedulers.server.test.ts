// Runs two processes at the moment of the daily jobs. Each effect happens once, even if one process is paused and
// believes it still owns its work, or is killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { aDueDigest } from '#tests/dueDigest.ts'
import { lockWaits } from '#tests/lockWaiters.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { aFirmOfWriters, ask, type Writer } from '#tests/writers.ts'
import { aReportFirm, weekdayAhead } from './reportFirm.ts'

/** Firms with one lesson each that is due for review. */
const FIRMS = 6
const READERS = 500
/** Emails per second, slow enough to interrupt the digest. */
const A_SECOND = 10
const DIGEST = 'Before the year ends'
const REPORTS = 4
const TRASHED = 40
const OLD_RECORDS = 5000
/** Milliseconds, longer than a worker can be silent before another one takes over. */
const PAUSE = 10_000
/** Time for the scheduler's minute and a queue poll. */
const SOON = { timeout: 120_000, interval: 50 }
/** Scheduled jobs whose effects are checked. The daily ones become due at the next minute. */
const DAILY = ['purge-trash', 'content-reviews', 'forget-records', 'forget-notifications', 'asset-reviews']

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

type SchedulerFixture = { database: Database; servers: Record<'one' | 'two', RunningServer>; mails: MailServer }

async function openHouse(): Promise<SchedulerFixture> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-schedulers-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = (await makePostgresDatabase())!
  cleanUp.push(postgres.drop)
  const mails = await startMailServer()
  cleanUp.push(mails.close)
  const database = await openDatabase({ url: postgres.url, poolSize: 3 })
  cleanUp.push(() => database.close())
  const start = async (name: string) => {
    // Lets the test identify the process of a database connection.
    const DATABASE_URL = `${postgres.url}?application_name=${name}`
    const mailed = { PURSUIT_SMTP_URL: mails.url, PURSUIT_DIGEST_PER_SECOND: String(A_SECOND) }
    const environment = { ...SECRET, PURSUIT_DEMO: '0', DATABASE_URL, ...mailed }
    const server = await startServer({ directory, environment })
    cleanUp.push(() => server.kill())
    return server
  }
  const [one, two] = await Promise.all([start('one'), start('two')])
  return { database, servers: { one, two }, mails }
}

const firmOf = async ({ pool }: Database, { id }: Pick<Writer, 'id'>) =>
  (await pool.query<{ org_id: string }>('select org_id from users where id = $1', [id])).rows[0]!.org_id

/** Creates one item due for review in each firm. Returns the owners in the order of the job. */
async function contentsForReview(database: Database): Promise<string[]> {
  for (let n = 0; n < FIRMS; n++) {
    const [owner] = await aFirmOfWriters(database, 1)
    const org = await firmOf(database, owner!)
    await withoutRls(database, async (tx) => {
      const section = newId()
      await tx.sql`insert into content_sections (org_id, id, name, position) values (${org}, ${section}, 'Section', 0)`
      await tx.sql`insert into contents (org_id, id, section_id, name, content_type, kind, blog_url, review_on, review_owner)
        values (${org}, ${newId()}, ${section}, 'A guide', 'blog', 'guide', 'https://blog.example/post', current_date - 3, ${owner!.id})`
    })
  }
  const { rows } = await database.pool.query<{ review_owner: string }>(
    `select c.review_owner from (select distinct o.id, o.time_zone as zone from orgs o join contents c on c.org_id = o.id
      where not o.is_closed and c.review_on is not null) f join contents c on c.org_id = f.id`,
  )
  return rows.map(({ review_owner }) => review_owner)
}

/** Creates targets that have exceeded the retention of the trash. */
async function oldTrash({ database, servers }: SchedulerFixture, writer: Writer): Promise<void> {
  const make = async () => {
    const { body } = await ask<TargetTile>(servers.one.url, writer, routes.create, { body: aTarget() })
    expect((await ask(servers.one.url, writer, routes.trash, { params: { id: body.id } })).status).toBe(200)
  }
  for (let n = 0; n < TRASHED; n++) await make()
  await database.pool.query(`update targets set deleted_at = now() - interval '31 days' where status = 'deleted'`)
}

/** Creates a target with a step whose owner gets a reminder within the minute. */
async function aReminder({ database, servers }: SchedulerFixture, writer: Writer): Promise<void> {
  const { body } = await ask<TargetTile>(servers.one.url, writer, routes.create, {
    body: aTarget({ company: 'Remind me' }),
  })
  const params = { id: body.id }
  const at = new Date(Date.now() + 3_600_000).toISOString()
  expect((await ask(servers.one.url, writer, routes.remind, { params, body: { at } })).status).toBe(200)
  await database.pool.query(`update reminders set at = now() - interval '1 minute' where target_id = $1`, [body.id])
}

async function oldRecords({ pool }: Database, org: string): Promise<void> {
  await pool.query(
    `insert into audit_log (org_id, id, at, actor_name, action) select $1, gen_random_uuid(), now() - make_interval(days => 4000 * (n % 2)), 'Somebody', 'test'
      from generate_series(1, $2::int) n`,
    [org, 2 * OLD_RECORDS],
  )
}

async function dueReports(database: Database): Promise<void> {
  const { org, group, managers } = await aReportFirm(database, REPORTS)
  for (const [at, { id }] of managers.entries())
    await database.pool.query(
      `insert into report_schedules (org_id, id, owner_id, report, entity, entity_id, range, format, frequency, weekday, hour, subject, next_at, created_at, modified_at)
        values ($1, gen_random_uuid(), $2, 'overview', 'group', $3, '7', 'xlsx', 'weekly', $5, 7, $4, now(), now(), now())`,
      [org, id, group, `Report ${at}`, weekdayAhead(at)],
    )
  await database.pool.query(
    `insert into report_schedule_people (org_id, schedule_id, user_id) select org_id, id, owner_id from report_schedules`,
  )
}

const digestsTaken = ({ mails }: SchedulerFixture) => mails.taken.filter(({ mail }) => mail.subject === DIGEST)

/** Pauses each process until the other has taken over its work, and then resumes it. */
async function pauseInTheMiddle(house: SchedulerFixture): Promise<void> {
  const taken = () => digestsTaken(house).length
  await expect.poll(taken, SOON).toBeGreaterThan(20)
  for (const { pid } of Object.values(house.servers)) {
    const before = taken()
    process.kill(pid, 'SIGSTOP')
    try {
      await wait(PAUSE)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    const after = taken()
    expect(before).toBeLessThan(after)
    expect(after).toBeLessThan(READERS)
  }
}

test('applies each daily job once through pauses of two processes and a kill (-9)', async () => {
  const house = await openHouse()
  const { database, servers, mails } = house
  const [writer] = await aFirmOfWriters(database, 1)
  const org = await firmOf(database, writer!)
  await oldTrash(house, writer!)
  await aReminder(house, writer!)
  await oldRecords(database, org)
  await dueReports(database)
  const owners = await contentsForReview(database)
  // The job can't pass this firm while another connection holds the person's row.
  const holder = new pg.Client(database.pool.options.connectionString)
  await holder.connect()
  cleanUp.push(() => holder.end())
  await holder.query('begin')
  const kept = owners[FIRMS / 2]!
  const where = [await firmOf(database, { id: kept }), kept]
  await holder.query('select from users where org_id = $1 and id = $2 for update', where)
  await database.pool.query(`update jobs.schedule set cron = '* * * * *' where name = any($1)`, [DAILY])
  const readers = await aFirmOfWriters(database, READERS)
  await aDueDigest(database, readers[0]!.id, DIGEST)

  await pauseInTheMiddle(house)
  const held = async () => {
    const { rows } = await database.pool.query<{ name: 'one' | 'two' }>(
      `select application_name as name from ${lockWaits} and application_name in ('one', 'two') and query like '%notifications%'`,
    )
    return rows[0]?.name
  }
  await expect.poll(held, SOON).toBeDefined()
  const victim = (await held())!
  const told = async () => {
    const { rows } = await database.pool.query<{ user_id: string; times: number }>(
      `select user_id, count(*)::int as times from notifications where kind = 'contents_review' group by 1 order by 1`,
    )
    return rows
  }
  expect((await told()).length).toBeLessThan(FIRMS)
  await servers[victim].kill()
  const killedAt = performance.now()
  await holder.query('rollback')

  await expect.poll(async () => (await told()).length, SOON).toBe(FIRMS)
  console.log(
    `The job of the killed process was done by the other ${Math.round(performance.now() - killedAt)} ms later.`,
  )
  const completed = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct name from jobs.job where name = any($1) and state = 'completed'`,
      [DAILY],
    )
    return rows.map(({ name }) => name).sort()
  }
  await expect.poll(completed, SOON).toEqual([...DAILY].sort())

  expect(await told()).toEqual(owners.toSorted().map((user_id) => ({ user_id, times: 1 })))
  const counted = async (text: string) =>
    (await database.pool.query<{ n: number }>(`select count(*)::int as n ${text}`)).rows[0]!.n
  expect(await counted(`from targets where status = 'deleted'`)).toBe(0)
  expect(await counted(`from audit_log where action = 'test'`)).toBe(OLD_RECORDS)
  await expect.poll(() => counted(`from notifications where kind = 'reminders'`), SOON).toBe(1)
  const left = () =>
    counted(`from (select 1 from outgoing where state in ('waiting', 'sending') union all select 1 from digests where status = 'scheduled' and next_at <= now()
      union all select 1 from digest_runs where state = 'sending'
      union all select 1 from report_schedules where next_at <= now() union all select 1 from report_deliveries where state = 'waiting') l`)
  await expect.poll(left, SOON).toBe(0)
  const times = Map.groupBy(mails.taken, ({ mail, to }) => `${mail.subject} to ${to[0]}`)
  expect([...times].filter(([, those]) => those.length > 1).map(([what]) => what)).toEqual([])
  const doubtful = await counted(`from digest_recipients where state = 'doubt'`)
  expect(digestsTaken(house).length).toBeGreaterThanOrEqual(READERS - doubtful)
  expect(doubtful).toBeLessThanOrEqual(2)
  const reports = mails.taken.filter(({ mail }) => /^Report \d/.test(mail.subject ?? ''))
  const doubtfulMails = await counted(`from outgoing where state = 'doubt'`)
  expect(reports.length).toBeGreaterThanOrEqual(REPORTS - doubtfulMails)
  expect(await counted(`from jobs.job where state = 'failed'`)).toBe(0)
}, 300_000)
