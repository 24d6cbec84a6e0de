// Computes every figure of the reports from raw rows and timelines in memory, without the product's SQL.
import { sql } from 'kysely'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'

const ZONE = 'America/Los_Angeles'
/** Prefix of companies whose Targets a test imports without a date. They count as created on no day. */
export const UNDATED = 'Undated'

type RawEvent = {
  target_id: string
  person_id: string
  kind: string
  at: number
  undone: boolean
  status: string
  id: string
  due: string | null
  data: { before?: Record<string, unknown> }
}
type RawTarget = {
  id: string
  owner_id: string
  company: string
  status: string
  type: string
  value: string
  projected: number | null
  won: number | null
  created_at: number
  completed_at: number | null
}
export type Raw = {
  people: string[]
  names: [id: string, name: string][]
  targets: RawTarget[]
  events: RawEvent[]
  /** Steps, done or open. */
  tasks: { target_id: string; user_id: string; due: string; created_at: number; completed_at: number | null }[]
  shared: Set<string>
  days: { user_id: string; day: string; score: number }[]
  groups: { id: string; user_id: string }[]
}

/** Milliseconds since 1970. */
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8 as ${sql.ref(column)}`

/** Leaves out rows that only the owner can see. */
export const readRaw = (database: Database, org: string): Promise<Raw> =>
  withoutRls(database, async (tx) => {
    const users = await tx.sql<{
      id: string
      name: string
    }>`select id, first_name || ' ' || last_name as name from users where org_id = ${org}`
    return {
      people: users.rows.map(({ id }) => id),
      names: users.rows.map(({ id, name }) => [id, name] as [string, string]),
      targets: (
        await tx.sql<RawTarget>`select id, owner_id, company, status, type, value, projected_revenue::float8 as projected, revenue::float8 as won, ${ms('created_at')}, ${ms('completed_at')} from targets where org_id = ${org} and not is_private`
      ).rows,
      events: (
        await tx.sql<RawEvent>`select e.id, e.target_id, e.person_id, e.kind, ${ms('at')}, e.undone, e.status, e.due, e.data from target_events e
        where e.org_id = ${org} and e.target_id in (select id from targets where org_id = ${org} and not is_private) order by e.at, e.id`
      ).rows,
      tasks: (
        await tx.sql<
          Raw['tasks'][number]
        >`select target_id, user_id, due::text, ${ms('created_at')}, ${ms('completed_at')} from tasks where org_id = ${org}`
      ).rows,
      shared: new Set(
        (
          await tx.sql<{
            target_id: string
          }>`select target_id from target_people where org_id = ${org} and share_id is not null and response = 'accepted' and not gone`
        ).rows.map(({ target_id }) => target_id),
      ),
      days: (
        await tx.sql<
          Raw['days'][number]
        >`select user_id, day::text, score::int from score_days where org_id = ${org} and score is not null`
      ).rows,
      groups: (
        await tx.sql<Raw['groups'][number]>`select group_id as id, user_id from group_members where org_id = ${org}`
      ).rows,
    }
  })

export type Range = { start: string; end: string }
export const instants = ({ start, end }: Range) =>
  [Date.parse(startOfDay(ZONE, start)), Date.parse(startOfDay(ZONE, addDays(end, 1)))] as const
const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)

/** Computes a person's figures from the raw rows. */
export function figuresOf(raw: Raw, person: string, range: Range) {
  const [from, until] = instants(range)
  const own = raw.targets.filter(({ owner_id }) => owner_id === person)
  const historyOf = ({ id }: RawTarget) => raw.events.filter((event) => event.target_id === id)
  const asOf = (target: RawTarget, end: number) =>
    historyOf(target)
      .filter(({ at }) => at < end)
      .at(-1)?.status
  const was = (target: RawTarget, field: string, now: unknown) => {
    const edited = historyOf(target).find(
      (event) => event.kind === 'targetEdited' && event.at >= until && field in (event.data.before ?? {}),
    )
    return edited ? edited.data.before![field] : now
  }
  const pursued = own.filter((target) => asOf(target, until) === 'active')
  const within = own.filter(
    (target) =>
      asOf(target, from) === 'active' ||
      historyOf(target).some(({ at, status }) => at >= from && at < until && status === 'active'),
  )
  const won = own.filter(
    ({ status, completed_at }) => status === 'completed' && completed_at! >= from && completed_at! < until,
  )
  const lost = own.filter(
    (target) =>
      target.status === 'lost' &&
      historyOf(target).some(({ kind, at, undone }) => kind === 'targetLost' && !undone && at >= from && at < until),
  )
  const done = raw.events.filter(
    ({ person_id, at, undone }) => person_id === person && !undone && at >= from && at < until,
  )
  const steps = done.filter(({ kind }) => kind === 'stepDone')
  /** Returns when the owner's then open step was due. */
  const dueOf = ({ id }: RawTarget) =>
    raw.tasks.find(
      (task) =>
        task.target_id === id &&
        task.user_id === person &&
        task.created_at < until &&
        (task.completed_at === null || task.completed_at >= until),
    )?.due ?? null
  const dueFrom = (due: string | null) =>
    due === null || due > addDays(range.end, 7) ? 'later' : due < range.end ? 'overdue' : 'soon'
  const dues = pursued.map((target) => dueFrom(dueOf(target)))
  const types = pursued.map((target) => was(target, 'type', target.type))
  const scores = raw.days
    .filter(({ user_id, day }) => user_id === person && day >= range.start && day <= range.end)
    .map(({ score }) => score)
  const sum = (amounts: unknown[]) => amounts.reduce<number>((all, one) => all + Math.max(0, Number(one ?? 0)), 0)
  const valued = (value: string) => pursued.filter((target) => was(target, 'value', target.value) === value).length
  return {
    within,
    events: done.length,
    steps: steps.length,
    helping: steps.filter(({ target_id }) =>
      raw.targets.some(({ id, owner_id }) => id === target_id && owner_id !== person),
    ).length,
    overdue: dues.filter((one) => one === 'overdue').length,
    soon: dues.filter((one) => one === 'soon').length,
    later: dues.filter((one) => one === 'later').length,
    client: types.filter((one) => one === 'client').length,
    prospect: types.filter((one) => one === 'prospect').length,
    refsource: types.filter((one) => one === 'refsource').length,
    clients: new Set(pursued.filter((_, at) => types[at] === 'client').map(({ company }) => company.toLowerCase())),
    shared: pursued.filter(({ id }) => raw.shared.has(id)).length,
    late: steps.filter(({ at, due }) => due !== null && dayOf(at) > due).length,
    dated: steps.filter(({ due }) => due !== null).length,
    pursued: pursued.length,
    low: valued('L'),
    medium: valued('M'),
    high: valued('H'),
    projected: sum(pursued.map((target) => was(target, 'projected_revenue', target.projected))),
    won: sum(won.map((target) => target.won)),
    closed: won.length + lost.length,
    created: own.filter(
      ({ company, created_at, status }) =>
        created_at >= from && created_at < until && status !== 'deleted' && !company.startsWith(UNDATED),
    ).length,
    mean: scores.length === 0 ? null : scores.reduce((all, one) => all + one, 0) / scores.length,
  }
}

export type Mine = ReturnType<typeof figuresOf>
export const added = (all: Mine[], of: (one: Mine) => number) => all.reduce((sum, one) => sum + of(one), 0)

/** Computes the overview row of several people. */
export function rowOf(raw: Raw, people: readonly string[], range: Range) {
  const all = people.map((person) => figuresOf(raw, person, range))
  const counted = (all.length === 1 ? all : all.filter(({ within, steps }) => within.length > 0 || steps > 0)).flatMap(
    ({ mean }) => mean ?? [],
  )
  return {
    average_score:
      counted.length === 0 ? null : Math.round(counted.reduce((sum, one) => sum + one, 0) / counted.length),
    total_steps: added(all, ({ steps }) => steps),
    late_steps: added(all, ({ late }) => late),
    overdue: added(all, ({ overdue }) => overdue),
    clients_pursued: added(all, ({ pursued }) => pursued),
    value: {
      L: { count: added(all, ({ low }) => low) },
      M: { count: added(all, ({ medium }) => medium) },
      H: { count: added(all, ({ high }) => high) },
    },
    total_created: added(all, ({ created }) => created),
    total_closed: added(all, ({ closed }) => closed),
    projected_revenue: added(all, ({ projected }) => projected),
    total_revenue: added(all, ({ won }) => won),
    total_usage_events: added(all, ({ events }) => events),
  }
}
