// Lists the events of a score. Its rules are in hud.ts.
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayIn, startOfDay } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Context } from '#core/sync/protocol.ts'
import { privateTargets } from '../../server/privateTargets.ts'
import type { Score, ScoreEvent, ScoreKind, ScoreQuery } from '../contract.ts'
import { halfPointsOf, MOST_CREATED, points, SCORE_DAYS, type ScoredEvent } from '../points.ts'
import { isFirstWin, isLate, weekOf } from './done.ts'
import { eventsSeen, readScore, scoreParts } from './hud.ts'

const PAGE = 20
type Page = { events: ScoreEvent[]; older: string | null }
/** `key` is the instant or day that sorts the events. */
type Row = { id: string; key: string; target_id: string; company: string | null; contact: string | null } & Pick<
  ScoreEvent,
  'step' | 'points'
>

/** Returns the caller's score of a day with its events, or older events of one part. Rejects future days. */
export async function scoreOfDay(tx: Tx, context: Context, { date, kind, before }: ScoreQuery): Promise<Score> {
  const today = dayIn(context.zone, context.now)
  const day = date ?? today
  if (day > today) throw invalid({ date: 'Choose a date no later than today.' })
  if (before !== undefined && kind === undefined) throw invalid({ kind: 'Choose which part to continue.' })
  const parts = await scoreParts(tx, context, day)
  const shown = parts.filter((part) => kind === undefined || part.kind === kind)
  const pages = await Promise.all(shown.map((part) => pageOf(tx, context, day, part.kind, before)))
  return { date: day, score: readScore(parts), parts: shown.map((part, i) => ({ ...part, ...pages[i]! })) }
}

async function pageOf(tx: Tx, context: Context, day: string, kind: ScoreKind, before?: string): Promise<Page> {
  const key = before === undefined ? undefined : keyOf(kind, before)
  const rows = await (kind === 'overdue' ? overdueRows(tx, context, day, key) : eventRows(tx, context, day, kind, key))
  const last = rows[PAGE - 1]
  return {
    events: rows.slice(0, PAGE).map(({ target_id, company, contact, step, points, key }) => ({
      target_id,
      target: company || contact,
      step,
      date: kind === 'overdue' ? key : dayIn(context.zone, key),
      points,
    })),
    older: rows.length > PAGE && last ? `${last.key}_${last.id}` : null,
  }
}

function keyOf(kind: ScoreKind, before: string): [string, string] {
  const key = kind === 'overdue' ? '\\d{4}-\\d{2}-\\d{2}' : '\\d{4}-\\d{2}-\\d{2}T[\\d:.]{8,15}Z'
  const [, at, id] = new RegExp(`^(${key})_([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})$`).exec(before) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalid({ before: 'Unknown page cursor.' })
  return [at, id]
}

const eventKinds = { steps: 'stepDone', late_steps: 'stepDone', created: 'targetCreated', won: 'targetWon' } as const

/** Names a target only for people who can still see it. */
const namedTarget = (person: string, target: RawBuilder<unknown>) => sql`
  left join target_people tp on tp.org_id = ${currentOrgId} and tp.user_id = ${person} and tp.target_id = ${target} and tp.response = 'accepted' and not tp.gone
  left join targets t on t.org_id = ${currentOrgId} and t.id = tp.target_id`

/** True if a creation is among those that count in its week. */
const isAmongFirst = ({ zone, by }: Context) => sql`(
  select count(*) from target_events w where w.org_id = e.org_id and w.person_id = e.person_id and w.kind = 'targetCreated' and not w.undone
    and w.at >= (${weekOf(zone)}::timestamp at time zone ${zone}) and (w.at, w.id) < (e.at, e.id)
    ${by ? sql`and w.target_id not in (${privateTargets})` : sql``}) < ${sql.lit(MOST_CREATED)}`

/** Latest first. */
async function eventRows(
  tx: Tx,
  context: Context,
  day: string,
  kind: Exclude<ScoreKind, 'overdue'>,
  key: [string, string] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
): Promise<Row[]> {
  const { actor, zone } = context
  const only = {
    steps: sql`and e.due is not null and not ${isLate(zone)}`,
    late_steps: sql`and ${isLate(zone)}`,
    created: sql`and ${isAmongFirst(context)}`,
    won: sql`and ${isFirstWin}`,
  }
  const { rows } = await tx.send(sql<Omit<Row, 'points'> & ScoredEvent>`
    select e.id, e.kind, e.data->>'value' as value, e.due, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, e.target_id, t.company, t.contact, e.data->>'description' as step
    from target_events e ${namedTarget(actor.id, sql`e.target_id`)}
    where e.org_id = ${currentOrgId} and e.person_id = ${actor.id} and e.kind = ${eventKinds[kind]} and not e.undone ${eventsSeen(context)}
      ${only[kind]}
      and e.at >= ${startOfDay(zone, addDays(day, 1 - SCORE_DAYS))} and e.at < ${startOfDay(zone, addDays(day, 1))}
      and (e.at, e.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)
    order by e.at desc, e.id desc limit ${PAGE + 1}`)
  const worth = (event: ScoredEvent) => (kind === 'created' ? points.created : halfPointsOf(event, zone) / 2)
  return rows.map((row) => ({ ...row, points: worth(row) }))
}

/** Returns targets that were overdue at the end of the day, the most overdue first. */
async function overdueRows(
  tx: Tx,
  context: Context,
  day: string,
  key: [string, string] = ['-infinity', '00000000-0000-0000-0000-000000000000'],
): Promise<Row[]> {
  const { actor, zone, now, by } = context
  const end = startOfDay(zone, addDays(day, 1))
  const seen = by
    ? sql`and exists (select 1 from targets o where o.org_id = tp.org_id and o.id = tp.target_id and not o.is_private)`
    : sql``
  const then =
    day === dayIn(zone, now)
      ? sql`select tp.target_id, tp.due from target_people tp where tp.org_id = ${currentOrgId} and tp.user_id = ${actor.id} and tp.status = 'active' and not tp.gone and tp.response = 'accepted' ${seen}`
      : sql`select tp.target_id, last.due from target_people tp cross join lateral (
          select e.status, (e.dues->>${actor.id})::date as due from target_events e
          where e.org_id = ${currentOrgId} and e.target_id = tp.target_id and e.at < ${end} order by e.at desc, e.id desc limit 1
        ) last where tp.org_id = ${currentOrgId} and tp.user_id = ${actor.id} and tp.response = 'accepted' and last.status = 'active' ${seen}`
  const { rows } = await tx.send(sql<Row>`
    select o.target_id as id, to_char(o.due, 'YYYY-MM-DD') as key, o.target_id, t.company, t.contact, s.description as step, ${points.overdue}::float8 as points
    from (${then}) o ${namedTarget(actor.id, sql`o.target_id`)}
    left join lateral (
      select description from tasks where org_id = ${currentOrgId} and target_id = o.target_id and user_id = ${actor.id} and created_at < ${end} and (completed_at is null or completed_at >= ${end})
      order by created_at desc limit 1
    ) s on true
    where o.due < ${day}::date and (o.due, o.target_id) > (${key[0]}::date, ${key[1]}::uuid)
    order by o.due, o.target_id limit ${PAGE + 1}`)
  return rows
}
