// Changes scheduled reports from many sessions while they are sent. Each call gets a response, acknowledged changes
// persist, and no one gets anything twice.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnyRoute, RouteInput } from '#core/contract/route.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type ReportDelivery, routes, type Schedule, type ScheduleRun } from '#features/viewer/schedules/contract.ts'
import { skippedRecipients } from '#features/viewer/schedules/leftOut.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { ask, type Writer } from '#tests/writers.ts'
import {
  aReportFirm,
  isOver,
  lookInto,
  makeDue,
  openAll,
  type ReportFirm,
  startReportSender,
  weekdayAhead,
} from './reportFirm.ts'

const SESSIONS = 16
/** Each has two sessions. */
const WRITERS = 8
/** Rounds of a session, two for each kind of change. */
const ROUNDS = 14
/** Number of reports that everyone changes. The first to reach the last one deletes it. */
const SHARED = 4
const PATIENCE = { timeout: 60_000, interval: 50 }

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

type ReportFixture = {
  url: string
  database: Database
  mails: MailServer
  writers: Writer[]
  /** A recipient who loses the right to see reports and gets it back. */
  reader: Writer
  admin: Writer
  firm: ReportFirm
  /** Stops both processes. Returns the errors of the one that only sends. */
  stop: () => Promise<string[]>
}

async function openHouse(): Promise<ReportFixture> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-report-writers-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = (await makePostgresDatabase())!
  cleanUp.push(postgres.drop)
  const mails = await startMailServer()
  cleanUp.push(mails.close)
  const database = await openDatabase({ url: postgres.url, poolSize: 3 })
  cleanUp.push(database.close)
  const firm = await aReportFirm(database, WRITERS + 2)
  const [reader, admin] = [firm.managers[WRITERS]!, firm.managers[WRITERS + 1]!]
  await withoutRls(database, (tx) => tx.sql`update users set role = 'admin' where id = ${admin.id}`)
  const environment = { ...SECRET, PURSUIT_DEMO: '0', DATABASE_URL: postgres.url, PURSUIT_SMTP_URL: mails.url }
  const server = await startServer({ directory, environment })
  cleanUp.push(server.kill)
  const worker = startReportSender(postgres.url, directory, mails.url)
  cleanUp.push(() => worker.end('SIGKILL'))
  await worker.until('ready')
  const stop = async () => {
    await Promise.all([server.stop(), worker.end('SIGTERM')])
    return worker.said.filter((line) => line !== 'ready')
  }
  return { url: server.url, database, mails, writers: firm.managers.slice(0, WRITERS), reader, admin, firm, stop }
}

/** `body` is the acknowledged report, `asked` the requested one. */
type Done = {
  what: string
  status: number
  id: string
  run: string | undefined
  asked: Partial<ReturnType<typeof inputOf>>
  body: Schedule
}
type Do = (who: Writer, route: AnyRoute, input: RouteInput) => Promise<Done>

/** Records the response to each change. */
const noting =
  ({ url }: ReportFixture, all: Done[]): Do =>
  async (who, route, input) => {
    const { status, body } = await ask<Schedule>(url, who, route, input)
    const { id = body.id, run } = (input.params ?? {}) as { id?: string; run?: string }
    const asked = (input.body ?? {}) as Done['asked']
    const done = { what: route.name.split('.').at(-1)!, status, id, run, asked, body }
    all.push(done)
    return done
  }

/** Builds a report about Tax as a workbook. Some are PDFs, which take longer. */
const inputOf = ({ firm }: ReportFixture, name: string, to: Writer[], at: number) => ({
  ...{ code: 'overview', key: 'group', id: firm.group, days: '7', weekday: weekdayAhead(at), hour: at % 24 },
  ...{ format: at % 16 === 15 ? 'pdf' : 'csv', subject: `${name}: ${at}`, user_ids: to.map(({ id }) => id) },
})

const runsOf = async ({ url }: ReportFixture, who: Writer, id: string): Promise<ScheduleRun[]> =>
  (await ask<{ runs?: ScheduleRun[] }>(url, who, routes.runs, { params: { id } })).body.runs ?? []

type Turn = { house: ReportFixture; act: Do; who: Writer /** Different in each turn. */; at: number; shared: Shared }
type Shared = { id: string; name: string }

const pairOf = ({ writers }: ReportFixture, at: number) => [at, at + 1].map((n) => writers[n % WRITERS]!)

/** Changes that a session makes in its turn, to a shared report or to its own. */
const doings: ((turn: Turn) => Promise<unknown>)[] = [
  ({ house, act, who, at, shared: { id, name } }) =>
    act(who, routes.change, {
      params: { id },
      body: inputOf(house, name, [...pairOf(house, at), house.reader], at),
    }),
  ({ act, who, shared: { id } }) => act(who, routes.run, { params: { id } }),
  ({ act, who, shared: { id } }) => act(who, routes.pause, { params: { id } }),
  ({ act, who, shared: { id } }) => act(who, routes.resume, { params: { id } }),
  async ({ house, act, who, shared: { id } }) => {
    const [run] = await runsOf(house, who, id)
    if (run) await act(who, routes.cancel, { params: { id, run: run.id } })
  },
  async ({ house, act, who, shared: { id } }) => {
    for (const run of (await runsOf(house, who, id)).slice(0, 2))
      await act(who, routes.retry, { params: { id, run: run.id }, body: {} })
  },
  async ({ house, act, who, at }) => {
    const { id } = await act(who, routes.add, { body: inputOf(house, `Own ${at}`, pairOf(house, at), at) })
    const params = { id }
    await act(who, routes.run, { params })
    await act(who, routes.change, { params, body: inputOf(house, `Own ${at}`, pairOf(house, at + 1), at) })
    if (at % 3 > 0) await act(who, routes.remove, { params })
  },
]

const placeReader = ({ url, admin, reader, firm }: ReportFixture, how: 'add' | 'remove') =>
  ask(url, admin, peopleRoutes.placeManagers, { params: { id: firm.group }, body: { [how]: [reader.id] } })

/** Runs all sessions together while reports become due and the reader loses access. Returns all changes. */
async function writeAll(house: ReportFixture): Promise<{ all: Done[]; shared: Shared[] }> {
  const { database, writers, reader } = house
  const all: Done[] = []
  const act = noting(house, all)
  const shared: Shared[] = []
  for (let n = 0; n < SHARED; n++) {
    const name = `Shared ${n}`
    const { id } = await act(writers[n]!, routes.add, { body: inputOf(house, name, [writers[n]!, reader], n) })
    shared.push({ id, name })
  }
  const session = async (number: number) => {
    const who = writers[number % WRITERS]!
    // Sends the report to everyone.
    await act(who, routes.add, { body: inputOf(house, `To all ${number}`, writers, number) })
    for (let round = 0; round < ROUNDS; round++) {
      const turn = { house, act, who, at: number * ROUNDS + round, shared: shared[(number + round * 3) % SHARED]! }
      await doings[(number + round) % doings.length]!(turn)
      if (round === ROUNDS / 2) await act(who, routes.remove, { params: { id: shared.at(-1)!.id } })
    }
  }
  let isWriting = true
  const besides = async (work: () => Promise<unknown>) => {
    while (isWriting) {
      await work()
      await setTimeout(150)
    }
  }
  const beside = [
    besides(() => makeDue(database, { name: 'Shared %', part: 0.5 })),
    besides(async () => {
      await placeReader(house, 'remove')
      await setTimeout(100)
      await placeReader(house, 'add')
    }),
  ]
  try {
    await Promise.all(Array.from({ length: SESSIONS }, (_, number) => session(number)))
  } finally {
    isWriting = false
    await Promise.all(beside)
  }
  return { all, shared }
}

test(`keeps all acknowledged report changes of ${SESSIONS} sessions while the reports are being created`, async () => {
  const house = await openHouse()
  const { url, database, mails, writers, reader } = house
  mails.behave(() => {
    const chance = Math.random()
    if (chance < 0.15) return { recipient: 550 }
    return chance < 0.4 ? { hold: setTimeout(Math.random() * 100) } : 'take'
  })
  const { all, shared } = await writeAll(house)
  const isDone = async () => isOver(await lookInto(database))
  await vi.waitUntil(isDone, PATIENCE)

  expect(all.filter(({ status }) => ![200, 204, 404, 409].includes(status))).toEqual([])
  const removed = all.filter(({ what, status }) => what === 'remove' && status === 204).map(({ id }) => id)
  expect(new Set(removed).size).toBe(removed.length)
  const { id: contested } = shared.at(-1)!
  expect(removed).toContain(contested)
  expect(all.filter(({ status, id }) => status === 404 && id !== contested)).toEqual([])

  const { schedules } = (await ask<{ schedules: Schedule[] }>(url, writers[0]!, routes.list)).body
  const acknowledged = Map.groupBy(
    all.filter(({ status }) => status === 200),
    ({ id }) => id,
  )
  expect(schedules.map(({ id }) => id).sort()).toEqual(
    [...acknowledged.keys()].filter((id) => !removed.includes(id)).sort(),
  )
  for (const schedule of schedules) expectAsAcknowledged(schedule, acknowledged.get(schedule.id)!)

  for (const schedule of schedules) {
    const runs = await runsOf(house, writers[0]!, schedule.id)
    for (const run of runs) expectRunAsAcknowledged(run, acknowledged.get(schedule.id)!)
    expect(await wronglyMailed(house, schedule, runs)).toEqual([])
  }
  const reports = mails.taken.filter(({ mail }) => mail.attachments.length > 0)
  expect(new Set(reports.map(({ mail }) => mail.messageId)).size).toBe(reports.length)
  openAll(reports)

  await placeReader(house, 'remove')
  mails.behave(() => 'take')
  for (const { id } of shared.slice(0, -1)) await ask(url, writers[0]!, routes.resume, { params: { id } })
  await makeDue(database, { name: 'Shared %' })
  await vi.waitUntil(isDone, PATIENCE)
  for (const { id } of shared.slice(0, -1)) {
    const [run] = await runsOf(house, writers[0]!, id)
    expect(run).toMatchObject({ state: 'done', is_asked: false, skipped: 1, sent: run!.people - 1 })
    const deliveries = await deliveriesOf(house, id, run!)
    expect(deliveries.find(({ user_id }) => user_id === reader.id)).toMatchObject({
      reason: skippedRecipients.forbidden,
    })
  }

  expect(await house.stop()).toEqual([])
  const { rows } = await database.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
}, 180_000)

const states: Record<string, Schedule['state']> = { pause: 'paused', resume: 'on' }

/** Each acknowledged edit must be the next revision with the requested values, and the last one must be stored. */
function expectAsAcknowledged(schedule: Schedule, those: Done[]): void {
  const edits = those
    .filter(({ what }) => ['add', 'change', 'pause', 'resume'].includes(what))
    .sort((a, b) => a.body.revision - b.body.revision)
  expect(edits.map(({ body }) => body.revision)).toEqual(edits.map((_, at) => at + 1))
  for (const { what, asked, body } of edits) {
    const { subject, format, weekday, hour, user_ids } = { ...body, user_ids: idsOf(body), ...asked }
    expect(body).toMatchObject({ subject, format, weekday, hour, state: states[what] ?? body.state })
    expect(idsOf(body).sort()).toEqual([...user_ids].sort())
  }
  const { last_run, next_run, recipients, ...same } = edits.at(-1)!.body
  expect(schedule).toMatchObject({ ...same, is_mine: expect.any(Boolean) })
  expect(idsOf(schedule)).toEqual(recipients.map(({ user_id }) => user_id))
}

const idsOf = ({ recipients }: Schedule) => recipients.map(({ user_id }) => user_id)

function expectRunAsAcknowledged(run: ScheduleRun, those: Done[]): void {
  const has = (what: string) => those.some((one) => one.what === what && one.run === run.id)
  expect([run.waiting, run.leaving, run.in_doubt]).toEqual([0, 0, 0])
  if (!has('cancel')) expect(run.state).toBe('done')
  else if (!has('retry')) expect(run.state).toBe('cancelled')
}

const deliveriesOf = async ({ url, writers }: ReportFixture, id: string, run: ScheduleRun): Promise<ReportDelivery[]> =>
  (await ask<{ deliveries: ReportDelivery[] }>(url, writers[0]!, routes.deliveries, { params: { id, run: run.id } }))
    .body.deliveries

/** Returns the people who received more or fewer emails than recorded. */
async function wronglyMailed(house: ReportFixture, { id, subject }: Schedule, runs: ScheduleRun[]): Promise<string[]> {
  const name = subject.split(':')[0]!
  const sent: string[] = []
  for (const run of runs)
    for (const { email, state } of await deliveriesOf(house, id, run)) if (state === 'sent') sent.push(email)
  const brought = house.mails.taken.filter(({ mail }) => mail.subject?.split(':')[0] === name).map(({ to }) => to[0]!)
  const count = (all: string[], email: string) => all.filter((one) => one === email).length
  return [...new Set([...sent, ...brought])]
    .filter((email) => count(sent, email) !== count(brought, email))
    .map((email) => `${name} to ${email}: ${count(sent, email)} sent, ${count(brought, email)} brought`)
}
