// Every figure of the reports, computed once more from the raw rows: whole timelines in memory, none of the product's SQL.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, startOfDay } from '#core/contract/dates.ts'
import { asSystem, inFirm } from '#core/server/database/firm.ts'
import { personFigures } from '#features/targets/reports/server/personFigures.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { isFull } from '#tests/scope.ts'
import { figuresOfTeam } from '../figures/server/teamFigures.ts'
import { routes } from '../routesContract.ts'
import { scoreNext } from '../score/server/scoreWork.ts'
import { draws, someMonths } from '../testing/someMonths.ts'
import { type Highlights, highlightsReport } from './highlightsContract.ts'
import { type Overview, overviewReport } from './overviewContract.ts'
import { type PeopleReport, peopleReport } from './peopleContract.ts'
import { type TargetsReport, targetsReport } from './targetsContract.ts'

const ZONE = 'America/Los_Angeles'
const FIRST = '2026-07-20'
/** The clocks are put back on Nov 1; a quarter, a month, days of no kind, and one day. */
const ranges = [
  { start: '2026-10-20', end: '2026-11-10' },
  { start: '2026-07-01', end: '2026-09-30' },
  { start: '2026-10-01', end: '2026-10-31' },
  { start: '2026-08-03', end: '2026-08-29' },
  { start: '2026-11-01', end: '2026-11-01' },
]
let api: Api
let firm: ManagedFirm
let raw: Raw

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  await asSystem(api.database, (tx) =>
    sql`update users set created_at = '2026-07-15T12:00:00Z' where org_id = ${firm.org}`.execute(tx),
  )
  const people = [firm.dana, firm.lee, firm.robin]
  const ids: Record<string, string[]> = {}
  for (const [at, person] of people.entries())
    ids[person.actor.id] = await someMonths(api, person, { first: FIRST, days: isFull ? 118 : 60, seed: 31 + at })
  await unsettle(people, ids)
  api.clock.now = new Date('2026-11-18T20:00:00Z')
  await inFirm(api.database, firm.org, async (tx) => {
    await sql`delete from score_clocks where org_id = ${firm.org}`.execute(tx)
    await scoreNext(tx, api.clock.now!.toISOString(), 50)
  })
  raw = await readRaw()
}, 180_000)
afterAll(() => api.close())

/** Later changes of what is over: edits, notes, losses, and Targets pursued again. */
async function unsettle(people: Client[], ids: Record<string, string[]>): Promise<void> {
  const draw = draws(77)
  for (const person of people)
    for (const [at, id] of ids[person.actor.id]!.entries()) {
      api.clock.now = new Date(`${addDays('2026-09-20', draw(56))}T${String(10 + draw(13))}:15:00Z`)
      const call = (route: Parameters<Client['call']>[0], given: object) => person.call(route, given as never)
      const edit = { projected_revenue: 1000 * (1 + draw(90)), value: 'LMH'[draw(3)], type: 'prospect' }
      await call(routes.edit, { params: { id }, body: edit })
      if (at % 4 === 0) await call(routes.lose, { params: { id }, body: { lost_reason: 'Price' }, key: randomUUID() })
      if (at % 4 === 1) await call(routes.archive, { params: { id }, key: randomUUID() })
      if (at % 4 === 2) await call(routes.work, { params: { id }, key: randomUUID() })
      if (at % 3 === 0) await call(routes.addNote, { body: { target_id: id, note: 'Asked again.' } })
    }
}

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
  status: string
  value: string
  projected: number | null
  won: number | null
  created_at: number
  completed_at: number | null
}
type Raw = {
  targets: RawTarget[]
  events: RawEvent[]
  days: { user_id: string; day: string; score: number }[]
  groups: { id: string; user_id: string }[]
}

/** Milliseconds since 1970. */
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8 as ${sql.ref(column)}`

async function readRaw(): Promise<Raw> {
  return asSystem(api.database, async (tx) => ({
    targets: (
      await sql<RawTarget>`select id, owner_id, status, value, projected_revenue::float8 as projected, revenue::float8 as won, ${ms('created_at')}, ${ms('completed_at')} from targets where org_id = ${firm.org} and not is_private`.execute(
        tx,
      )
    ).rows,
    events: (
      await sql<RawEvent>`select e.id, e.target_id, e.person_id, e.kind, ${ms('at')}, e.undone, e.status, e.due, e.data from target_events e
        where e.org_id = ${firm.org} and e.target_id in (select id from targets where org_id = ${firm.org} and not is_private) order by e.at, e.id`.execute(
        tx,
      )
    ).rows,
    days: (
      await sql<
        Raw['days'][number]
      >`select user_id, day::text, score::int from score_days where org_id = ${firm.org} and score is not null`.execute(
        tx,
      )
    ).rows,
    groups: (
      await sql<
        Raw['groups'][number]
      >`select group_id as id, user_id from group_members where org_id = ${firm.org}`.execute(tx)
    ).rows,
  }))
}

type Range = { start: string; end: string }
const instants = ({ start, end }: Range) =>
  [Date.parse(startOfDay(ZONE, start)), Date.parse(startOfDay(ZONE, addDays(end, 1)))] as const
const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at)

/** What a person's figures are, by nothing but the rows. */
function figuresOf(person: string, range: Range) {
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
  const steps = raw.events.filter(
    ({ person_id, kind, at, undone }) =>
      person_id === person && kind === 'stepDone' && !undone && at >= from && at < until,
  )
  const scores = raw.days
    .filter(({ user_id, day }) => user_id === person && day >= range.start && day <= range.end)
    .map(({ score }) => score)
  const sum = (amounts: unknown[]) => amounts.reduce<number>((all, one) => all + Math.max(0, Number(one ?? 0)), 0)
  const valued = (value: string) => pursued.filter((target) => was(target, 'value', target.value) === value).length
  return {
    within,
    steps: steps.length,
    late: steps.filter(({ at, due }) => due !== null && dayOf(at) > due).length,
    dated: steps.filter(({ due }) => due !== null).length,
    pursued: pursued.length,
    low: valued('L'),
    medium: valued('M'),
    high: valued('H'),
    projected: sum(pursued.map((target) => was(target, 'projected_revenue', target.projected))),
    won: sum(won.map((target) => target.won)),
    closed: won.length + lost.length,
    created: own.filter(({ created_at, status }) => created_at >= from && created_at < until && status !== 'deleted')
      .length,
    mean: scores.length === 0 ? null : scores.reduce((all, one) => all + one, 0) / scores.length,
  }
}

type Mine = ReturnType<typeof figuresOf>
const added = (all: Mine[], of: (one: Mine) => number) => all.reduce((sum, one) => sum + of(one), 0)

/** The same of several people, in the words of a row of the overview. */
function rowOf(people: string[], range: Range) {
  const all = people.map((person) => figuresOf(person, range))
  const counted = (all.length === 1 ? all : all.filter(({ within, steps }) => within.length > 0 || steps > 0)).flatMap(
    ({ mean }) => mean ?? [],
  )
  return {
    average_score:
      counted.length === 0 ? null : Math.round(counted.reduce((sum, one) => sum + one, 0) / counted.length),
    total_steps: added(all, ({ steps }) => steps),
    late_steps: added(all, ({ late }) => late),
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
  }
}

const scopes = () => {
  const everyone = [firm.morgan, firm.dana, firm.lee, firm.robin].map(({ actor }) => actor.id)
  const inTax = raw.groups.filter(({ id }) => id === firm.tax).map(({ user_id }) => user_id)
  return [
    { key: 'org', id: firm.org, people: everyone },
    { key: 'group', id: firm.tax, people: inTax },
    { key: 'user', id: firm.dana.actor.id, people: [firm.dana.actor.id] },
  ]
}
const read = async <F>(report: { routes: { read: unknown } }, { key, id }: { key: string; id: string }, range: Range) =>
  (await firm.morgan.call<F>(report.routes.read as never, { params: { key, id }, query: { ...range } } as never)).body

test.each(ranges)(
  'overview, people, Targets, highlights, and dashboard say what the rows say from $start to $end',
  async (range) => {
    let cells = 0
    for (const scope of scopes()) {
      const whole = rowOf(scope.people, range)
      cells += Object.keys(whole).length
      const overview = await read<Overview>(overviewReport, scope, range)
      expect(overview.total).toMatchObject(whole)
      for (const row of overview.rows) {
        const members =
          row.key === 'user'
            ? [row.id]
            : row.key === 'group'
              ? raw.groups.filter(({ id }) => id === row.id).map(({ user_id }) => user_id)
              : scope.people.filter((id) => !raw.groups.some(({ user_id }) => user_id === id))
        expect([row.name, row]).toMatchObject([row.name, rowOf(members, range)])
        cells += Object.keys(whole).length
      }
      if (scope.key === 'org') expect(overview.rows.at(-1)!.name).toBe('In no group')
      const people = await read<PeopleReport>(peopleReport, scope, range)
      for (const row of people.rows) expect([row.name, row]).toMatchObject([row.name, rowOf([row.id], range)])
      const targets = await read<TargetsReport>(targetsReport, scope, range)
      const within = scope.people.flatMap((person) => figuresOf(person, range).within.map(({ id }) => id))
      expect(targets.rows.map(({ target_id }) => target_id).sort()).toEqual(within.sort())
      expect(targets.total).toEqual({
        count: within.length,
        projected: whole.projected_revenue,
        won: whole.total_revenue,
      })
      const highlights = await read<Highlights>(highlightsReport, scope, range)
      expect(highlights.value.map(({ count }) => count)).toEqual([
        whole.value.H.count,
        whole.value.M.count,
        whole.value.L.count,
      ])
      expect(highlights.effective_communication.map(({ count }) => count)).toEqual([
        whole.total_steps - whole.late_steps,
        whole.late_steps,
      ])
      const [worked] = await inFirm(api.database, firm.org, (tx) =>
        figuresOfTeam.worked(
          tx,
          { people: sql`select unnest(${scope.people}::uuid[]) as id`, zone: ZONE, now: api.clock.now!.toISOString() },
          [range],
        ),
      )
      expect({ ...worked, score: worked!.score === null ? null : Math.round(worked!.score) }).toMatchObject({
        won: whole.total_revenue,
        projected: whole.projected_revenue,
        steps: whole.total_steps,
        score: whole.average_score,
      })
    }
    expect(cells).toBeGreaterThan(70)
  },
  60_000,
)

test('it can fail: a Target that was never won changes the sums as soon as its row says so', async () => {
  const [range] = ranges
  const before = rowOf([firm.dana.actor.id], range!).total_revenue
  const one = raw.targets.find(({ owner_id, status }) => owner_id === firm.dana.actor.id && status !== 'completed')!
  Object.assign(one, { status: 'completed', won: 7, completed_at: instants(range!)[0] })
  expect(rowOf([firm.dana.actor.id], range!).total_revenue).toBe(before + 7)
  const [found] = await inFirm(api.database, firm.org, (tx) =>
    personFigures(
      tx,
      {
        scope: { key: 'user', people: sql`select ${firm.dana.actor.id}::uuid as id`, isOwn: false, groups: [] },
        session: { org: { zone: ZONE } },
      },
      [range!],
    ),
  )
  expect(found![0]!.won_revenue).toBe(before)
  raw = await readRaw()
})
