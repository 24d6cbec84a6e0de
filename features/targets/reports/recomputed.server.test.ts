// Recomputes every figure of the reports, on the screen and in files, from the raw rows.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { TargetMapping } from '#features/admin/imports/mappingContract.ts'
import { personFigures } from '#features/targets/reports/server/personFigures.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile } from '#tests/imports.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import type { TargetTile } from '../contract.ts'
import { figuresOfTeam } from '../figures/server/teamFigures.ts'
import { routes } from '../routesContract.ts'
import { scoreNext } from '../score/server/scoreWork.ts'
import {
  added,
  figuresOf,
  instants,
  type Mine,
  type Range,
  type Raw,
  readRaw,
  rowOf,
  UNDATED,
} from '../testing/rawFigures.ts'
import { draws, someMonths } from '../testing/someMonths.ts'
import { type Highlights, highlightsReport } from './highlightsContract.ts'
import { type Overview, overviewReport } from './overviewContract.ts'
import { type PeopleReport, peopleReportDefinition } from './peopleContract.ts'
import { type TargetsReport, targetsReport } from './targetsContract.ts'

const ZONE = 'America/Los_Angeles'
const FIRST = '2026-07-20'
/**
 * Ranges across the clock change on Nov 1: a quarter, a month, arbitrary days, and one day. `before` is the preceding
 * period of the same kind.
 */
type Ranged = Range & { before: Range }
const ranges: Ranged[] = [
  { start: '2026-10-20', end: '2026-11-10', before: { start: '2026-09-28', end: '2026-10-19' } },
  { start: '2026-07-01', end: '2026-09-30', before: { start: '2026-04-01', end: '2026-06-30' } },
  { start: '2026-10-01', end: '2026-10-31', before: { start: '2026-09-01', end: '2026-09-30' } },
  { start: '2026-08-03', end: '2026-08-29', before: { start: '2026-07-07', end: '2026-08-02' } },
  { start: '2026-11-01', end: '2026-11-01', before: { start: '2026-10-31', end: '2026-10-31' } },
]
let api: Api
let firm: ManagedFirm
let raw: Raw

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set created_at = '2026-07-15T12:00:00Z' where org_id = ${firm.org}`,
  )
  const people = [firm.dana, firm.lee, firm.robin]
  const ids: Record<string, string[]> = {}
  for (const [at, person] of people.entries())
    ids[person.actor.id] = await someMonths(api, person, { first: FIRST, days: 60, seed: 31 + at })
  // The clock only moves forward for each Target.
  await together(ids)
  await unsettle(people, ids)
  await imported()
  api.clock.now = new Date('2026-11-18T20:00:00Z')
  await withOrg(api.database, firm.org, async (tx) => {
    await tx.sql`delete from score_clocks where org_id = ${firm.org}`
    await scoreNext(tx, api.clock.now!.toISOString(), 50)
  })
  raw = await readRaw(api.database, firm.org)
}, 180_000)
afterAll(() => api.close())

/** Changes closed Targets later: edits, notes, losses, and Targets pursued again. */
async function unsettle(people: Client[], ids: Record<string, string[]>): Promise<void> {
  const draw = draws(77)
  for (const person of people)
    for (const [at, id] of ids[person.actor.id]!.entries()) {
      api.clock.now = new Date(`${addDays('2026-09-20', draw(56))}T${String(10 + draw(13))}:15:00Z`)
      const call = (route: Parameters<Client['call']>[0], given: object) => person.call(route, given as never)
      if (at % 2 === 0) await call(routes.takeStep, { body: { tile_id: id, description: 'Late', due: '2026-11-16' } })
      const edit = {
        projected_revenue: 1000 * (1 + draw(90)),
        value: 'LMH'[draw(3)],
        type: drawn([...types], draw),
        company: `Client ${draw(5)}`,
      }
      await call(routes.edit, { params: { id }, body: edit })
      if (at % 4 === 0) await call(routes.lose, { params: { id }, body: { lost_reason: 'Price' }, key: randomUUID() })
      if (at % 4 === 1) await call(routes.archive, { params: { id }, key: randomUUID() })
      if (at % 4 === 2) await call(routes.work, { params: { id }, key: randomUUID() })
      if (at % 3 === 0) await call(routes.addNote, { body: { target_id: id, note: 'Asked again.' } })
    }
}

const types = ['client', 'prospect', 'refsource'] as const
const drawn = <T>(of: readonly T[], draw: (below: number) => number): T => of[draw(of.length)]!

async function together(ids: Record<string, string[]>): Promise<void> {
  const { dana, lee } = firm
  for (const [at, id] of ids[dana.actor.id]!.entries()) {
    api.clock.now = new Date(`2026-09-${18 + (at % 2)}T18:00:00Z`)
    const { status, body } = await dana.call<TargetTile>(routes.share, { params: { id, userId: lee.actor.id } })
    // A private Target can't be shared.
    if (status !== 200) continue
    const { share_id } = body.collaborators.find(({ user_id }) => user_id === lee.actor.id)!
    await lee.call(routes.acceptShare, { params: { id: share_id } })
    for (const description of ['Help', 'Help again'])
      await lee.call(routes.takeStep, { body: { tile_id: id, description, due: '2026-11-20', help: '' } })
  }
}

/** Imports Targets from another system: won, lost, and pursued without a step. */
async function imported(): Promise<void> {
  api.clock.now = new Date('2026-10-28T18:00:00Z')
  const { dana, lee } = firm
  const { imported } = await importFile<TargetMapping>(
    api,
    await api.aPerson(firm.org, { role: 'admin', first_name: 'Ada', last_name: 'Admin' }),
    'targets',
    `Company,Owner,Type,Value,Status,Created,Close date,Projected revenue,Revenue
Imported Mills,${dana.email},Client,High,Pursuing,2026-08-10,,45000,
Imported Bank,${dana.email},Prospect,Low,Won,2026-08-11,2026-10-25,9000,12000
Imported Foods,${lee.email},Client,Medium,Lost,2026-08-12,2026-10-26,8000,
Imported Rail,${lee.email},Referral Source,High,Pursuing,2026-10-24,,,
${UNDATED} Air,${lee.email},Client,Low,Pursuing,,,7000,
`,
  )
  expect(imported).toBe(5)
}

const scopes = () => {
  const everyone = raw.people
  const inTax = raw.groups.filter(({ id }) => id === firm.tax).map(({ user_id }) => user_id)
  return [
    { key: 'org', id: firm.org, people: everyone },
    { key: 'group', id: firm.tax, people: inTax },
    { key: 'user', id: firm.dana.actor.id, people: [firm.dana.actor.id] },
  ]
}
/** Returns the figures of the previous period, or null if the people had no data yet. */
function earlierOf(people: readonly string[], { start, before }: Ranged) {
  const [from] = instants({ start, end: start })
  const isThere =
    raw.events.some(({ person_id, at }) => people.includes(person_id) && at < from) ||
    raw.targets.some(({ owner_id, created_at }) => people.includes(owner_id) && created_at < from)
  return isThere ? rowOf(raw, people, before) : null
}

/** Counts companies that people of several groups pursue as clients, and those pursued by one group or none. */
function crossSelling(people: readonly string[], range: Range): [number, number] {
  const groupsOf = new Map<string, Set<string>>()
  for (const person of people)
    for (const company of figuresOf(raw, person, range).clients) {
      const groups = groupsOf.get(company) ?? new Set()
      for (const { id, user_id } of raw.groups) if (user_id === person) groups.add(id)
      groupsOf.set(company, groups)
    }
  const many = [...groupsOf.values()].filter(({ size }) => size > 1).length
  return [many, groupsOf.size - many]
}

const read = async <F>(report: { routes: { read: unknown } }, { key, id }: { key: string; id: string }, range: Range) =>
  (
    await firm.morgan.call<F>(
      report.routes.read as never,
      { params: { key, id }, query: { start: range.start, end: range.end } } as never,
    )
  ).body

test.each(ranges)(
  'matches overview, people, Targets, highlights, and dashboard with the raw rows from $start to $end',
  async (range) => {
    let cells = 0
    for (const scope of scopes()) {
      const whole = rowOf(raw, scope.people, range)
      cells += Object.keys(whole).length
      const overview = await read<Overview>(overviewReport, scope, range)
      expect(overview.total).toMatchObject(whole)
      expect({ before: overview.before }).toMatchObject({ before: earlierOf(scope.people, range) })
      for (const row of overview.rows) {
        const members =
          row.key === 'user'
            ? [row.id]
            : row.key === 'group'
              ? raw.groups.filter(({ id }) => id === row.id).map(({ user_id }) => user_id)
              : scope.people.filter((id) => !raw.groups.some(({ user_id }) => user_id === id))
        expect([row.name, row]).toMatchObject([row.name, rowOf(raw, members, range)])
        cells += Object.keys(whole).length
      }
      if (scope.key === 'org') expect(overview.rows.at(-1)!.name).toBe('In no group')
      const people = await read<PeopleReport>(peopleReportDefinition, scope, range)
      for (const row of people.rows) {
        expect([row.name, row]).toMatchObject([row.name, rowOf(raw, [row.id], range)])
        const { average_score, total_steps, total_revenue, total_usage_events } = earlierOf([row.id], range) ?? {}
        const before = earlierOf([row.id], range) && { average_score, total_steps, total_revenue, total_usage_events }
        expect([row.name, row.before]).toEqual([row.name, before])
        cells += 20
      }
      const targets = await read<TargetsReport>(targetsReport, scope, range)
      const within = scope.people.flatMap((person) => figuresOf(raw, person, range).within.map(({ id }) => id))
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
      const all = scope.people.map((person) => figuresOf(raw, person, range))
      const counts = (parts: { count: number }[]) => parts.map(({ count }) => count)
      expect([highlights.deadlines, highlights.types, highlights.cross_selling].map(counts)).toEqual([
        [added(all, ({ overdue }) => overdue), added(all, ({ soon }) => soon), added(all, ({ later }) => later)],
        [added(all, (one) => one.client), added(all, (one) => one.prospect), added(all, (one) => one.refsource)],
        crossSelling(scope.people, range),
      ])
      const most = (of: (one: Mine) => number) => Math.max(...all.map(of))
      expect(highlights.rows.map(({ value }) => value)).toEqual([
        most(({ steps }) => steps),
        most(({ won }) => won),
        most(({ projected }) => projected),
        most(({ shared }) => shared),
        most(({ helping }) => helping),
      ])
      expect(highlights.effective_communication.map(({ count }) => count)).toEqual([
        whole.total_steps - whole.late_steps,
        whole.late_steps,
      ])
      const [worked] = await withOrg(api.database, firm.org, (tx) =>
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

test('covers everything that the reports count', () => {
  const all = raw.people.map((person) => figuresOf(raw, person, ranges[1]!))
  for (const figure of ['helping', 'shared', 'overdue', 'late', 'client', 'refsource', 'won', 'created'] as const)
    expect(
      added(all, (one) => one[figure]),
      figure,
    ).toBeGreaterThan(0)
})

test('detects a difference: marking a Target as won changes the sums right away', async () => {
  const [range] = ranges
  const before = rowOf(raw, [firm.dana.actor.id], range!).total_revenue
  const one = raw.targets.find(({ owner_id, status }) => owner_id === firm.dana.actor.id && status !== 'completed')!
  Object.assign(one, { status: 'completed', won: 7, completed_at: instants(range!)[0] })
  expect(rowOf(raw, [firm.dana.actor.id], range!).total_revenue).toBe(before + 7)
  const [found] = await withOrg(api.database, firm.org, (tx) =>
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
  raw = await readRaw(api.database, firm.org)
})

/** Figures of a row as files show them, by the headings of the overview's columns. */
const heads: [head: string, of: (row: ReturnType<typeof rowOf>) => number | null, isDollars?: true][] = [
  ['Average score', (row) => row.average_score],
  ['Steps', (row) => row.total_steps],
  ['Late', (row) => row.late_steps],
  ['Overdue', (row) => row.overdue],
  ['Clients pursued', (row) => row.clients_pursued],
  ['Low', (row) => row.value.L.count],
  ['Medium', (row) => row.value.M.count],
  ['High', (row) => row.value.H.count],
  ['Created', (row) => row.total_created],
  ['Closed', (row) => row.total_closed],
  ['Projected', (row) => row.projected_revenue, true],
  ['Won', (row) => row.total_revenue, true],
]

test.each(ranges)(
  "matches the overview's files with the raw rows from $start to $end",
  async (range) => {
    for (const { key, id, people } of scopes()) {
      const fileOf = async (format: string) => {
        const query = { id, entity: key, format, start: range.start, end: range.end }
        const { body } = await firm.morgan.call<{ file: string }>(overviewReport.routes.file, { query } as never)
        return Buffer.from(body.file, 'base64')
      }
      const named = new Map(raw.names.map(([person, name]) => [name, [person]]))
      for (const [group, name] of [
        [firm.tax, 'Tax'],
        [firm.litigation, 'Litigation'],
      ] as const)
        named.set(
          name,
          raw.groups.flatMap((one) => (one.id === group ? [one.user_id] : [])),
        )
      named.set(
        'In no group',
        people.filter((one) => !raw.groups.some(({ user_id }) => user_id === one)),
      )
      named.set('Total', [...people])
      const check = (lines: (string | number | null)[][]) => {
        const [columns, ...rows] = lines
        expect(rows.length).toBeGreaterThan(0)
        for (const [name, ...cells] of rows)
          for (const [head, of] of heads)
            expect([name, head, cells[columns!.indexOf(head) - 1] || null]).toEqual([
              name,
              head,
              of(rowOf(raw, named.get(String(name))!, range)) || null,
            ])
      }
      const text = (await fileOf('text')).toString().replace('\ufeff', '').trim()
      const [first, ...lines] = text.split('\r\n').map((line) => line.split(','))
      check([
        first!,
        ...lines.map(([name, ...cells]) => [name!, ...cells.map((cell) => (cell === '' ? null : Number(cell)))]),
      ])
      if (!isFull) continue
      const sheet = sheetsOf(await fileOf('csv')).Overview!
      check(sheet.map((line) => line.map(({ value }) => value)))
      expect(sheet.at(-1)![0]!.value).toBe('Total')
      const page = pagesOfPdf(await fileOf('pdf')).join('\n')
      const figures = heads.slice(-2).map(([, of]) => of(rowOf(raw, people, range))!.toLocaleString('en-US'))
      expect(page).toMatch(new RegExp(`Total .*${figures.map((one) => `\\$${one}`).join('\\s+')}`))
      expect(page).toMatch(/^ *Score$/m)
      expect(page).not.toContain('Total revenue')
    }
  },
  isFull ? 180_000 : 60_000,
)
