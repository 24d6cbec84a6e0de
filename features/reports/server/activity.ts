// The figures of the Activity Report: one query, from which screen, PDF and sheet are made.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { worth } from '#core/contract/money.ts'
import type { Count } from '#core/server/reports/serveReport.ts'
import { type Status, statusTerm } from '#features/targets/contract.ts'
import type { ActivityReport, ReportStep, ReportTarget } from '../contract.ts'

type Happened = {
  target_id: string
  kind: string
  day: string
  data: { description?: string; due?: string; revenue?: number; reason?: string }
  company: string | null
  contact: string | null
  status: Status | null
}

/** The person's own activity: what counts for their pipeline, without what was taken back. */
export const activityOf: Count<ActivityReport> = async (tx, { actor, org }, { start, end }) => {
  const { rows } = await sql<Happened>`
    select e.target_id, e.kind, to_char(e.at at time zone ${org.zone}, 'YYYY-MM-DD') as day, e.data, t.company, t.contact, t.status
    from target_events e
    left join target_people tp on tp.org_id = e.org_id and tp.user_id = e.person_id and tp.target_id = e.target_id and tp.response = 'accepted' and not tp.gone
    left join targets t on t.org_id = tp.org_id and t.id = tp.target_id
    where e.org_id = ${org.id} and e.person_id = ${actor.id} and not e.undone
      and e.at >= ${startOfDay(org.zone, start)} and e.at < ${startOfDay(org.zone, addDays(end, 1))}
      and (e.user_id = ${actor.id} or e.kind in ('stepDone', 'targetWon', 'targetLost'))
      and e.kind not in ('changeUndone', 'targetDestroyed', 'targetPurged')
    order by e.at, e.id`.execute(tx)
  const targets = [...Map.groupBy(rows, ({ target_id }) => target_id).values()].map(targetOf)
  const steps = rows.filter(({ kind }) => kind === 'stepDone').map(stepOf)
  return {
    totals: {
      targets: targets.length,
      steps: steps.length,
      late: steps.filter(({ late }) => late).length,
      created: targets.filter(({ created }) => created).length,
      won: targets.filter(({ won }) => won).length,
      revenue: targets.reduce((sum, { revenue }) => sum + Math.round(worth(revenue) * 100), 0) / 100,
      lost: targets.filter(({ lost }) => lost).length,
    },
    targets: targets.sort((a, b) => (a.last === b.last ? nameOrder(a, b) : a.last < b.last ? 1 : -1)),
    steps,
  }
}

const nameOrder = (a: ReportTarget, b: ReportTarget) =>
  `${a.company} ${a.contact}`.localeCompare(`${b.company} ${b.contact}`, 'en')

/** What became of one target. Won or lost and then pursued again counts as neither; won twice counts once, as it was last. */
function targetOf(events: Happened[]): ReportTarget {
  const { target_id: id, company, contact, status } = events[0]!
  const row: ReportTarget = {
    id,
    company: company ?? '',
    contact: contact ?? '',
    statusterm: status ? statusTerm[status] : 'Gone',
    created: null,
    won: null,
    lost: null,
    revenue: null,
    reason: '',
    steps: 0,
    last: events.at(-1)!.day,
  }
  for (const { kind, day, data } of events) {
    if (kind === 'stepDone') row.steps++
    if (kind === 'targetCreated') row.created = day
    if (kind === 'targetWon' || kind === 'targetLost' || kind === 'targetPursued') {
      row.won = kind === 'targetWon' ? day : null
      row.lost = kind === 'targetLost' ? day : null
      row.revenue = kind === 'targetWon' ? (data.revenue ?? null) : null
      row.reason = kind === 'targetLost' ? (data.reason ?? '') : ''
    }
  }
  return row
}

const stepOf = ({ day, company, contact, data }: Happened): ReportStep => ({
  day,
  company: company ?? '',
  contact: contact ?? '',
  description: data.description ?? '',
  due: data.due ?? null,
  late: data.due !== undefined && data.due !== null && day > data.due,
})
