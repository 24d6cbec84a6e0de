// Figures of the Activity Report: one grouping statement that feeds the screen, the PDF, and the sheet.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type Count, serveReport } from '#core/server/reports/serveReport.ts'
import { serveViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { type Status, statusTerm } from '#features/targets/contract.ts'
import { privateTargets } from '#features/targets/figures/server/contract.ts'
import { targetPath } from '#features/targets/pipelines/contract.ts'
import { touchCountNames } from '#features/touches/countsContract.ts'
import { touchCountsOf } from '#features/touches/server/contract.ts'
import {
  type ActivityReport,
  activityReport,
  personActivityReport,
  type ReportStep,
  type ReportTarget,
} from '../contract.ts'

type Counted = Pick<ActivityReport, 'totals'> & {
  targets: (Omit<ReportTarget, 'statusterm'> & { status: Status | null; late: number })[]
  steps: (Pick<ReportStep, 'day' | 'description' | 'due'> & { target_id: string })[]
}

type Of = {
  person: string
  org: { id: string; zone: string }
  days: { start: string; end: string } /** Includes private Targets. */
  isOwn: boolean
}

/**
 * Returns activity that counts for the person's pipeline, without undone work. A reopened win or loss counts as
 * neither. Two wins of one target count once, as of the last.
 */
async function activityIn(
  tx: Tx,
  { person, org, days: { start, end }, isOwn }: Of,
): Promise<Pick<ActivityReport, 'totals' | 'targets' | 'steps'>> {
  const { rows } = await tx.sql<Counted>`
    with private as materialized (${isOwn ? sql`select null::uuid as id where false` : privateTargets}),
    happened as (
      select e.id, e.at, e.target_id, e.kind, to_char(e.at at time zone ${org.zone}, 'YYYY-MM-DD') as day, e.data
      from target_events e
      where e.org_id = ${org.id} and e.person_id = ${person} and not e.undone
        and e.at >= ${startOfDay(org.zone, start)} and e.at < ${startOfDay(org.zone, addDays(end, 1))}
        and (e.user_id = ${person} or e.kind in ('stepDone', 'targetWon', 'targetLost'))
        and e.kind not in ('changeUndone', 'targetDestroyed', 'targetPurged') and e.target_id not in (select id from private)
    ),
    outcomes as (
      select distinct on (target_id) target_id, kind, day, data
      from happened where kind in ('targetWon', 'targetLost', 'targetPursued')
      order by target_id, at desc, id desc
    ),
    reached as (
      select h.target_id, max(h.day)::text as last, ${touchCountsOf('h')}
      from touches h
      where h.org_id = ${org.id} and h.user_id = ${person} and h.day between ${start}::date and ${end}::date and h.deleted_at is null
        and ${isOwn ? sql`true` : sql`h.target_id is not null`} and h.target_id not in (select id from private) group by h.target_id
    ),
    worked as (
      select target_id, max(day) as last, max(day) filter (where kind = 'targetCreated') as created,
        count(*) filter (where kind = 'stepDone') as steps,
        count(*) filter (where kind = 'stepDone' and day > data ->> 'due') as late
      from happened group by target_id
    ),
    touched as (
      select target_id, greatest(w.last, r.last) as last, w.created, coalesce(w.steps, 0) as steps, coalesce(w.late, 0) as late,
        ${sql.join(touchCountNames.map((name) => sql`coalesce(r.${sql.ref(name)}, 0) as ${sql.ref(name)}`))}
      from worked w full join reached r using (target_id)
    ),
    counted as (
      select h.target_id as id, coalesce(t.company, '') as company, coalesce(t.contact, '') as contact, t.status, h.created,
        case when o.kind = 'targetWon' then o.day end as won, case when o.kind = 'targetLost' then o.day end as lost,
        case when o.kind = 'targetWon' then (o.data ->> 'revenue')::numeric end as revenue,
        case when o.kind = 'targetLost' then coalesce(o.data ->> 'reason', '') else '' end as reason, h.steps, h.late, h.last, ${sql.join(touchCountNames.map((name) => sql.ref(`h.${name}`)))}
      from touched h
      left join outcomes o using (target_id)
      left join target_people tp on tp.org_id = ${org.id} and tp.user_id = ${person} and tp.target_id = h.target_id and tp.response = 'accepted' and not tp.gone
      left join targets t on t.org_id = tp.org_id and t.id = tp.target_id
    )
    select
      (select json_build_object('targets', count(*), 'steps', coalesce(sum(steps), 0),
          'late', coalesce(sum(late), 0), 'created', count(created), 'won', count(won),
          'revenue', coalesce(sum(revenue) filter (where revenue <> ${INTANGIBLE}), 0), 'lost', count(lost), ${sql.join(touchCountNames.map((name) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(name)}), 0)`))}) from counted) as totals,
      (select coalesce(json_agg(counted order by last desc), '[]') from counted) as targets,
      (select coalesce(json_agg(json_build_object('target_id', target_id, 'day', day,
          'description', coalesce(data ->> 'description', ''), 'due', data ->> 'due') order by at, id), '[]')
        from happened where kind = 'stepDone') as steps`
  const { totals, targets, steps } = rows[0]!
  const byId = new Map(targets.map((one) => [one.id, one]))
  return {
    totals,
    targets: targets
      .map(({ status, late: _, ...one }) => ({ ...one, statusterm: status ? statusTerm[status] : 'Gone' }))
      .sort((a, b) => (a.last === b.last ? names.compare(nameOf(a), nameOf(b)) : a.last < b.last ? 1 : -1)),
    steps: steps.map(({ target_id, ...one }) => {
      const { company, contact } = byId.get(target_id)!
      return { ...one, company, contact, late: one.due !== null && one.day > one.due }
    }),
  }
}

const names = new Intl.Collator('en')
const nameOf = ({ company, contact }: { company: string; contact: string }) => `${company} ${contact}`

export const activityOf: Count<ActivityReport> = (tx, { actor, org }, days) =>
  activityIn(tx, { person: actor.id, org, days, isOwn: true })

export const activity = serveReport(activityReport, subscribed(trackerFlag), activityOf)

export const personActivity = serveViewerReport(
  personActivityReport,
  async (tx, { session: { org }, scope, days }) => {
    const { targets, ...told } = await activityIn(tx, { person: scope.id, org, days: days!, isOwn: scope.isOwn })
    const pathOf = (id: string) => (scope.isOwn ? `/target/${id}` : targetPath(scope.id, id))
    const rows = targets.map((one) => ({
      ...one,
      ...(one.statusterm !== 'Gone' && { open: { path: pathOf(one.id) } }),
    }))
    return { rows, ...told }
  },
  subscribed(trackerFlag),
)
