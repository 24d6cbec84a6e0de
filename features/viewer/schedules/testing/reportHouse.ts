// A firm with scheduled reports for tests: two groups with managers, a real mail server, and a clock that jumps to the
// time of a run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '#app/features.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { outgoingQueues, sendersOf, startSending } from '#core/server/outgoing/sending.ts'
import { beginIfDue, dueSchedules } from '#core/server/recurring/due.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { wake } from '#core/server/work/work.ts'
import { type Client, openApi } from '#tests/api.ts'
import { aManagedFirm } from '#tests/managedFirm.ts'
import { startMailServer, type Taken } from '#tests/smtpServer.ts'
import { type ReportDelivery, routes, type Schedule, type ScheduleRun } from '../contract.ts'
import { recordReportEmails } from '../server/ending.ts'
import { reportMail } from '../server/rows.ts'
import { beginReport } from '../server/running.ts'

export const ORIGIN = 'https://pursuit.hartwell.example'

export async function openReportHouse({ access = 'no' as 'yes' | 'no' } = {}) {
  const api = await openApi()
  const mails = await startMailServer()
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-outbox-'))
  const product = composeFeatures(features)
  const senders = sendersOf(api.database, {
    origin: () => ORIGIN,
    from: 'Pursuit <pursuit@hartwell.example>',
    directory,
    smtpUrl: mails.url,
    mails: product.mails,
  })
  const jobs = await startJobs(
    api.database,
    [],
    outgoingQueues(senders, { limit: 2, firstAfterSeconds: 1, everySeconds: 1 }),
  )
  const stopSending = await startSending(api.database, jobs)
  const firm = await aManagedFirm(api, access)
  const all = product.viewerReports

  const house = {
    api,
    mails,
    firm,
    system: <T>(work: (tx: Tx) => Promise<T>) => withoutRls(api.database, work),
    /**
     * Builds a schedule of the overview of Tax as a workbook, weekly at 7:00, sent to Morgan. Its day is three days from
     * now, because a report that becomes due at another hour less than a day before its own isn't sent.
     */
    input: (more: object = {}) => ({
      code: 'overview',
      key: 'group',
      id: firm.tax,
      days: '7',
      format: 'csv',
      weekday: new Date(Date.now() + 3 * 86_400_000).getUTCDay() || 7,
      user_ids: [firm.morgan.actor.id],
      ...more,
    }),
    async add(more: object = {}, by: Client = firm.morgan): Promise<Schedule> {
      const made = await by.call<Schedule>(routes.add, { body: house.input(more) })
      if (made.status !== 200) throw new Error(made.text)
      return made.body
    },
    run: (id: string, by: Client = firm.morgan) => by.call<Schedule>(routes.run, { params: { id } }),
    async runs(id: string, by: Client = firm.morgan): Promise<ScheduleRun[]> {
      return (await by.call<{ runs: ScheduleRun[] }>(routes.runs, { params: { id } })).body.runs
    },
    async deliveries(id: string, at = 0, by: Client = firm.morgan): Promise<ReportDelivery[]> {
      const run = (await house.runs(id, by))[at]!.id
      return (await by.call<{ deliveries: ReportDelivery[] }>(routes.deliveries, { params: { id, run } })).body
        .deliveries
    },
    /** Creates another manager of Tax. */
    async aManager(name = 'Quinn', group = firm.tax): Promise<Client> {
      const person = await api.aPerson(firm.org, { first_name: name, last_name: 'Ash' })
      await house.system(
        (tx) =>
          tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm.org}, ${group}, ${person.actor.id})`,
      )
      return person
    },
    /** Starts the runs due at this instant and returns their number. */
    async at(now: string): Promise<number> {
      let begun = 0
      for (const due of await dueSchedules(api.database, reportMail, now))
        if (await beginIfDue(api.database, reportMail, due, { now, begin: beginReport(() => all) })) begun++
      return begun
    },
    /** Polls until the condition holds, and runs pending work in between. */
    async until<T>(read: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
      const end = Date.now() + 25_000
      for (;;) {
        const found = await read()
        if (isSo(found)) return found
        if (Date.now() > end) throw new Error(`It never came to this: ${JSON.stringify(found, null, 1)}`)
        wake({ name: 'reports.make' })
        jobs.wake('mail')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    /** Returns the latest run once nothing of it is pending. */
    settled: async (id: string, by: Client = firm.morgan): Promise<ScheduleRun> =>
      (
        await house.until(
          () => house.runs(id, by),
          ([run]) => run !== undefined && run.state !== 'making' && run.leaving === 0,
        )
      )[0]!,
    /** Returns emails with attachments. */
    mailsTo: (to: Client): Taken[] =>
      mails.taken.filter(({ to: who, mail }) => who.includes(to.email) && mail.attachments.length > 0),
    note: () => recordReportEmails.run(api.database),
    async close() {
      stopSending()
      await jobs.stop()
      await mails.close()
      await api.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return house
}
export type ReportHouse = Awaited<ReturnType<typeof openReportHouse>>
