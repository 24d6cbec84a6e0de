// The figures of the report 'Digests': one statement that counts, from which screen, PDF and sheet are made.
import { sql } from 'kysely'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import type { Frequency } from '#core/contract/series.ts'
import { type Count, serveReport } from '#core/server/reports/serveReport.ts'
import { manages } from '../../server/policies.ts'
import type { DigestRun } from '../contract.ts'
import { type DigestsReport, digestsReport } from '../reportContract.ts'
import { frequencyWords } from '../schedule.ts'
import { clicksOf } from './mail/clicks.ts'
import { countsOfRun, type RunCounts } from './rows.ts'

type Row = {
  id: string
  title: string
  curated_by: string
  at: string
  frequency: Frequency
  state: DigestRun['state']
  counts: RunCounts
}

const stateWords = { sending: 'Being sent', done: 'Sent', nothing_new: 'Nothing new, not sent', not_sent: 'Not sent' }

const digestsSent: Count<DigestsReport> = async (tx, { org }, { start, end }) => {
  const { rows } = await sql<Row>`
    select r.id, d.title, d.curated_by, r.at, d.frequency, r.state, ${countsOfRun} as counts from digest_runs r
    join digests d on d.org_id = r.org_id and d.id = r.digest_id
    where r.org_id = ${org.id} and r.at >= ${startOfDay(org.zone, start)} and r.at < ${startOfDay(org.zone, addDays(end, 1))}
    order by r.at desc, r.id`.execute(tx)
  const clicks = await clicksOf(
    tx,
    rows.map(({ id }) => id),
  )
  const sum = (state: keyof RunCounts) => rows.reduce((all, { counts }) => all + (counts[state] ?? 0), 0)
  return {
    totals: {
      runs: rows.filter(({ state }) => state === 'sending' || state === 'done').length,
      sent: sum('sent'),
      failed: sum('failed'),
      in_doubt: sum('doubt'),
    },
    digests: rows.map(({ id, at, frequency, state, counts, ...row }) => ({
      ...row,
      sent: counts.sent ?? 0,
      failed: counts.failed ?? 0,
      in_doubt: counts.doubt ?? 0,
      skipped: counts.skipped ?? 0,
      day: dayIn(org.zone, at),
      frequency: frequencyWords[frequency],
      state: stateWords[state],
      clicked: clicks.get(id)?.people ?? 0,
    })),
  }
}

export const digestReports = [serveReport(digestsReport, manages, digestsSent)]
