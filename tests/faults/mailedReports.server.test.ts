// Sends each recipient a report once, however often its processes die, through a slow and failing SMTP server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { type ViewerAccess, viewerAccessOf } from '#core/server/reports/viewerAccess.ts'
import { type ReportDelivery, ScheduleInput } from '#features/viewer/schedules/contract.ts'
import { readDeliveries, readScheduleRuns } from '#features/viewer/schedules/server/reading.ts'
import { addSchedule } from '#features/viewer/schedules/server/writing.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { product } from '#tests/flags.ts'
import { type Conduct, startMailServer, type Taken } from '#tests/smtpServer.ts'
import type { Started } from './killable.ts'
import {
  aReportFirm,
  isOver,
  lookInto,
  makeDue,
  monthDayAhead,
  openAll,
  type ReportFirm,
  type Seen,
  startReportSender,
  weekdayAhead,
} from './reportFirm.ts'

/** `npm run test:crash` uses more. */
const KILLS = Number(process.env.KILLS ?? 6)
/** Each time reports are due, two processes are killed at three moments. The last time, none is. */
const KILLS_EACH = 6
const TIMES = Math.ceil(KILLS / KILLS_EACH) + 1
const PEOPLE = 5
const PATIENCE = { timeout: 60_000, interval: 50 }

vi.setConfig({ testTimeout: 90_000 + KILLS * 15_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

/** Files that an email of each format contains. */
const endings: Record<string, string[]> = { pdf: ['.pdf'], csv: ['.xlsx'], both: ['.xlsx', '.pdf'] }
/** A PDF takes much longer than a workbook. */
const asked = [
  { code: 'overview', days: '7', weekday: weekdayAhead(0), format: 'csv' },
  { code: 'overview', days: '30', day: monthDayAhead(0), format: 'pdf' },
  { code: 'overlaps', weekday: weekdayAhead(1), format: 'both' },
  { code: 'people', days: '7', weekday: weekdayAhead(2), format: 'csv' },
  { code: 'targets', days: 'month', day: monthDayAhead(1), format: 'csv' },
  { code: 'clients', weekday: weekdayAhead(3), format: 'csv' },
].map((one) => ({ ...one, subject: `${one.code} as ${one.format}` }))

type Mailed = { id: string; subject: string; format: string }

const reading = (session: ViewerAccess) => ({ session, reports: () => product.viewerReports })

async function home() {
  const server = await startMailServer()
  cleanUp.push(() => server.close())
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-reports-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = (await makePostgresDatabase())!
  cleanUp.push(postgres.drop)
  const database = await openDatabase({ url: postgres.url, poolSize: 3 })
  cleanUp.push(() => database.close())
  const firm = await aReportFirm(database, PEOPLE)
  const as = <T>(work: (tx: Tx, eyes: ViewerAccess) => Promise<T>): Promise<T> => asManager(database, firm, work)
  const mailed: Mailed[] = []
  for (const one of asked) {
    const user_ids = firm.managers.map(({ id }) => id)
    const input = ScheduleInput.parse({ ...one, key: 'group', id: firm.group, user_ids })
    const id = await as((tx, eyes) => addSchedule(tx, { ...reading(eyes), now: new Date().toISOString() }, input))
    mailed.push({ id, subject: one.subject, format: one.format })
  }
  const start = () => {
    const sender = startReportSender(postgres.url, directory, server.url)
    cleanUp.push(() => sender.end('SIGKILL'))
    return sender
  }
  return { server, database, firm, mailed, as, start }
}

async function asManager<T>(
  database: Database,
  { org, managers }: ReportFirm,
  work: (tx: Tx, eyes: ViewerAccess) => Promise<T>,
): Promise<T> {
  const { id } = managers[0]!
  return withOrg(database, org, async (tx) => work(tx, (await viewerAccessOf(tx, [id])).get(id)!))
}

/** Returns a random number from 1 to `count`. */
const someOf = (count: number) => 1 + Math.floor(Math.random() * count)
/** Fails now and then, and is slow. */
const misbehave = (): Conduct => {
  const chance = Math.random()
  if (chance < 0.05) return { message: 451 }
  if (chance < 0.1) return { recipient: 450 }
  if (chance < 0.13) return { hangUp: 'early' }
  return chance < 0.5 ? { hold: setTimeout(20 + Math.random() * 100) } : 'take'
}

type Moment = { behave: () => Conduct; isReached: (seen: Seen, before: Seen) => boolean }
/**
 * Moments at which two processes die: some runs have started, files have been created, or the SMTP server has an email
 * and hasn't responded.
 */
const moments: (() => Moment)[] = [
  (runs = someOf(asked.length)) => ({
    behave: misbehave,
    isReached: (seen, before) => seen.runs >= before.runs + runs,
  }),
  (made = someOf(8)) => ({ behave: misbehave, isReached: (seen, before) => seen.made >= before.made + made }),
  (made = someOf(4)) => ({
    behave: () => ({ hold: setTimeout(1000) }),
    isReached: (seen, before) => seen.made >= before.made + made && seen.sending > 0,
  }),
]

/** Simulates the time after which the queue's monitor finds abandoned claims. */
const letClaimsLapse = ({ pool }: Database) =>
  pool.query(`update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`)

/** The other process continues for a moment. */
async function killAll(running: Started[]): Promise<void> {
  for (const one of running) {
    await one.end('SIGKILL')
    await setTimeout(Math.random() * 150)
  }
}

/** Counts people reported to a schedule's owner as possibly not having received it. */
async function toldOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ details: string[] }>(
    `select details from notifications where kind = 'mailed_report_trouble'`,
  )
  return rows.flatMap(({ details }) => details).length
}

/** Returns nothing if exactly these emails were sent. */
function wrongOf({ subject, format }: Mailed, deliveries: ReportDelivery[], taken: Taken[]): string[] {
  return deliveries.flatMap(({ email, state, bytes }) => {
    const mails = taken.filter(({ mail, to }) => mail.subject === subject && to[0] === email)
    const isWhole = mails.every(({ mail: { attachments } }) => {
      const size = attachments.reduce((sum, { content }) => sum + content.length, 0)
      return (
        size === bytes &&
        attachments.length === endings[format]!.length &&
        attachments.every(({ filename }, at) => filename!.endsWith(endings[format]![at]!))
      )
    })
    const isRight = isWhole && (state === 'sent' ? mails.length === 1 : state === 'in_doubt' && mails.length <= 1)
    return isRight ? [] : [`${subject} to ${email}: ${state}, ${mails.length} mails, ${isWhole ? '' : 'not '}whole`]
  })
}

test(`emails each report once through ${(TIMES - 1) * KILLS_EACH} kills (-9), at most one unconfirmed each`, async () => {
  const { server, database, mailed, as, start } = await home()
  let kills = 0
  let doubts = 0
  for (let times = 1; times <= TIMES; times++) {
    const from = server.taken.length
    await makeDue(database)
    for (const moment of times < TIMES ? moments : []) {
      const { behave, isReached } = moment()
      const before = await lookInto(database)
      server.behave(behave)
      const running = [start(), start()]
      const isTime = async () => {
        const seen = await lookInto(database)
        return isOver(seen) || isReached(seen, before)
      }
      await vi.waitUntil(isTime, { ...PATIENCE, interval: 5 })
      await killAll(running)
      kills += running.length
      await letClaimsLapse(database)
    }
    server.behave(misbehave)
    const last = start()
    await vi.waitUntil(async () => isOver(await lookInto(database)), PATIENCE)
    await last.end('SIGTERM')

    const taken = server.taken.slice(from)
    for (const one of mailed) {
      const runs = await as((tx, eyes) => readScheduleRuns(tx, reading(eyes), one.id))
      const { run, deliveries } = await as((tx, eyes) =>
        readDeliveries(tx, reading(eyes), { id: one.id, run: runs[0]!.id }),
      )
      expect([one.subject, runs.length]).toEqual([one.subject, times])
      expect(run).toMatchObject({ state: 'done', is_asked: false, people: PEOPLE })
      expect(wrongOf(one, deliveries, taken)).toEqual([])
      doubts += run.in_doubt
    }
    expect(doubts).toBeLessThanOrEqual(kills)
    expect(await toldOf(database)).toBe(doubts)
    openAll(taken)
  }
})
