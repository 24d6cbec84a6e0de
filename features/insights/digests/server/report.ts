// The figures of the report 'Digests': one statement that counts, from which screen, PDF and sheet are made.
import { sql } from 'kysely'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import { type Count, serveReport } from '#core/server/reports/serveReport.ts'
import { manages } from '../../server/policies.ts'
import { type DigestsReport, digestsReport } from '../reportContract.ts'
import { type Frequency, frequencyWords } from '../schedule.ts'
import { clicksOf } from './mail/clicks.ts'

type Row = {
  id: string
  title: string
  curated_by: string
  at: string
  frequency: Frequency
  state: 'sending' | 'done' | 'nothing_new'
  sent: number
  failed: number
  in_doubt: number
  skipped: number
}

const stateWords = { sending: 'Being sent', done: 'Sent', nothing_new: 'Nothing new, not sent' }

const digestsSent: Count<DigestsReport> = async (tx, { org }, { start, end }) => {
  const { rows } = await sql<Row>`
    select r.id, d.title, d.curated_by, r.at, d.frequency, r.state, c.* from digest_runs r
    join digests d on d.org_id = r.org_id and d.id = r.digest_id
    cross join lateral (
      select count(*) filter (where w.state = 'sent')::int as sent, count(*) filter (where w.state = 'failed')::int as failed,
        count(*) filter (where w.state = 'doubt')::int as in_doubt, count(*) filter (where w.state = 'skipped')::int as skipped
      from digest_recipients w where w.org_id = r.org_id and w.run_id = r.id) c
    where r.org_id = ${org.id} and r.at >= ${startOfDay(org.zone, start)} and r.at < ${startOfDay(org.zone, addDays(end, 1))}
    order by r.at desc, r.id`.execute(tx)
  const clicks = await clicksOf(
    tx,
    rows.map(({ id }) => id),
  )
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    totals: {
      runs: rows.filter(({ state }) => state !== 'nothing_new').length,
      sent: sum(({ sent }) => sent),
      failed: sum(({ failed }) => failed),
      in_doubt: sum(({ in_doubt }) => in_doubt),
    },
    digests: rows.map(({ id, at, frequency, state, ...row }) => ({
      ...row,
      day: dayIn(org.zone, at),
      frequency: frequencyWords[frequency],
      state: stateWords[state],
      clicked: clicks.get(id)?.people ?? 0,
    })),
  }
}

export const digestReports = [serveReport(digestsReport, manages, digestsSent)]
