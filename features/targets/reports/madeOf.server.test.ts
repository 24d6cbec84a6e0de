// Each number of a report must open as many rows as it counts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { type DrillDown, drillDownReport } from './drillDownContract.ts'
import { type Highlights, highlightShares, highlightsReport } from './highlightsContract.ts'
import { type Overview, overviewReport } from './overviewContract.ts'
import { type PeopleReport, peopleReportDefinition } from './peopleContract.ts'
import { figureIn, parts, reportFigures } from './reportPathsContract.ts'

let api: Api
let firm: ManagedFirm
const days = { start: '2026-10-01', end: '2026-10-31' }
const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) => {
  const { status, body } = await person.call<TargetTile>(routes.create, { body: aTarget(given) })
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(String) })])
  return body
}
const step = (person: Client, id: string, due: string) =>
  person.call(routes.takeStep, { body: { tile_id: id, description: `By ${due}`, due } })
const shareWith = async (owner: Client, id: string, other: Client) => {
  const { body } = await owner.call<TargetTile>(routes.share, { params: { id, userId: other.actor.id } })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === other.actor.id)!
  expect((await other.call(routes.acceptShare, { params: { id: share_id } })).status).toBe(200)
}

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  const { dana, lee } = firm
  on('2026-09-10')
  const early = await create(dana, { value: 'L', type: 'client', company: 'Mills & Sons' })
  const shared = await create(dana, { value: 'H', type: 'client', company: 'Zoë Works' })
  await create(lee, { value: 'M', type: 'client', company: 'Zoë Works' })
  await shareWith(dana, shared.id, lee)
  on('2026-10-05')
  await step(dana, early.id, '2026-10-08')
  await step(lee, shared.id, '2026-10-20')
  on('2026-10-12')
  await step(dana, early.id, '2026-11-08')
  await step(lee, shared.id, '2026-11-30')
  const won = await create(dana, { value: 'H', type: 'refsource' })
  const lost = await create(lee, { value: 'M' })
  await create(lee, { value: 'M', projected_revenue: -1, tasks: [{ description: 'a', due: '2026-12-24', help: '' }] })
  on('2026-10-20')
  await dana.call(routes.complete, { params: { id: won.id }, body: { revenue: 12_500 } })
  await lee.call(routes.lose, { params: { id: lost.id }, body: { lost_reason: 'Price' } })
  const hidden = await create(dana, { value: 'H', projected_revenue: 99_000, private: true })
  await step(dana, hidden.id, '2026-11-01')
  on('2026-11-10')
})
afterAll(() => api.close())

const read = async <F>(report: typeof drillDownReport | object, key: string, id: string, which?: string) => {
  const { routes: its } = report as typeof drillDownReport
  const { status, body } = await firm.morgan.call(its.read, { params: { key, id } as never, query: { ...days, which } })
  expect([which, status]).toEqual([which, 200])
  return body as unknown as F
}

async function behind(path: string): Promise<DrillDown> {
  const { pathname, searchParams } = new URL(path, 'http://pursuit.example')
  expect(pathname).toBe('/viewer/pipeline/made-of')
  expect({ start: searchParams.get('start'), end: searchParams.get('end') }).toEqual(days)
  const [key = '', id = ''] = searchParams.get('view')!.split(':')
  return read<DrillDown>(drillDownReport, key, id, searchParams.get('which')!)
}

test.each(['org', 'group', 'user'] as const)(
  'opens every share and every winner of the highlights of %s',
  async (key) => {
    const id = { org: firm.org, group: firm.tax, user: firm.dana.actor.id }[key]
    const facts = await read<Highlights>(highlightsReport, key, id)
    const opened = highlightShares.flatMap((share) => facts[share].filter(({ count }) => count > 0))
    expect(opened.length).toBeGreaterThan(6)
    for (const { label, count, open } of opened) {
      const { figure, rows } = await behind(open!.path)
      const isOfCompanies = figure === 'several_groups' || figure === 'one_group'
      const found = isOfCompanies ? new Set(rows.map(({ company }) => company)).size : rows.length
      expect([label, found]).toEqual([label, count])
    }
    const winners = facts.rows.filter(({ name }) => name !== '')
    expect(winners).toHaveLength(key === 'user' ? 4 : 5)
    for (const { award, value, made_of } of winners) {
      const { total } = await behind(made_of!)
      const isAmount = award === 'strongestCloser' || award === 'greatestPotential'
      expect([award, isAmount ? total.amount : total.count]).toEqual([award, value])
    }
  },
)

test("opens the overview's sums and each figure of each row", async () => {
  const facts = await read<Overview>(overviewReport, 'org', firm.org)
  for (const { label, kind, of, path } of overviewReport.totals) {
    if (label === 'Average score') continue
    const { total } = await behind(path!(facts)!)
    expect([label, kind === 'dollars' ? total.amount : total.count]).toEqual([label, of(facts)])
  }
  const [table] = overviewReport.tables
  const columns = table!.columns(facts)
  const paths = table!.paths(facts)
  let opened = 0
  for (const [at, cells] of table!.rows(facts).entries())
    for (const [place, { kind, head }] of columns.entries()) {
      const path = paths[at]![place]
      if (!path?.includes('made-of')) continue
      const { total } = await behind(path)
      expect([head, kind === 'dollars' ? total.amount : total.count]).toEqual([head, cells[place]])
      opened++
    }
  expect(opened).toBe(11 * facts.rows.filter(({ key }) => key !== 'none').length)
})

test.each(parts)('opens each figure of people, %s of their Targets', async (part) => {
  const facts = await read<PeopleReport>(peopleReportDefinition, 'group', firm.tax, part)
  const [table] = peopleReportDefinition.tables
  const paths = table!.paths(facts)
  for (const [at, cells] of table!.rows(facts).entries())
    for (const [place, { kind, head }] of table!.columns(facts).entries()) {
      const path = paths[at]![place]
      if (!path?.includes('made-of')) continue
      const { total } = await behind(path)
      expect([part, head, kind === 'dollars' ? total.amount : total.count]).toEqual([part, head, cells[place]])
    }
})

test('compares people with the same report of the month before', async () => {
  const facts = await read<PeopleReport>(peopleReportDefinition, 'group', firm.tax)
  const { body } = await firm.morgan.call<PeopleReport>(peopleReportDefinition.routes.read, {
    params: { key: 'group', id: firm.tax },
    query: { start: '2026-09-01', end: '2026-09-30' },
  })
  const compared = Object.fromEntries(facts.rows.map(({ name, before }) => [name, before]))
  for (const { name, ...row } of body.rows) expect([name, row]).toMatchObject([name, compared[name]!])
  expect(facts.rows.map(({ before }) => before!.total_usage_events)).not.toContain(0)
})

test('shows private Targets behind figures only to their owner', async () => {
  for (const figure of reportFigures) {
    const found = await read<DrillDown>(drillDownReport, 'org', firm.org, figure)
    expect(found.rows.map(({ amount }) => amount)).not.toContain(99_000)
    expect(JSON.stringify(found)).not.toContain('2026-11-01')
  }
})

test('rejects an unknown figure with a message', async () => {
  expect(figureIn('steps.shared')).toEqual({ figure: 'steps', part: 'shared' })
  for (const which of ['', 'nothing', 'steps.of', 'constructor', 'won.']) {
    expect(figureIn(which)).toBeNull()
    const { status, body } = await firm.morgan.call<{ message: string }>(drillDownReport.routes.read, {
      params: { key: 'org', id: firm.org },
      query: { ...days, which },
    })
    expect([status, body.message]).toEqual([400, 'There is no such figure. Open one in a report to see its rows.'])
  }
})

test('shows the step of step rows and the amount of Target rows, without empty columns', async () => {
  const headsOf = async (which: string) => {
    const { columns, definitions } = await read<DrillDown>(drillDownReport, 'org', firm.org, which)
    expect(Object.keys(definitions)).toEqual(columns.map(({ key }) => key))
    return columns.map(({ head }) => head)
  }
  expect(await headsOf('steps')).toEqual(['Company', 'Contact', 'Step', 'Person', 'Done on', 'Status now'])
  expect(await headsOf('activity')).toEqual(['Company', 'Contact', 'Activity', 'Person', 'Day', 'Status now'])
  expect(await headsOf('pursued')).toEqual(['Company', 'Contact', 'Owner', 'Created', 'Status now', 'Amount'])
  expect(await headsOf('won')).toEqual(['Company', 'Contact', 'Owner', 'Won on', 'Status now', 'Amount'])
})

test("opens a figure's rows with a link back to its report", async () => {
  const { types } = await read<Highlights>(highlightsReport, 'org', firm.org)
  const paths = types.flatMap(({ open }) => open?.path ?? [])
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths)
    expect(new URL(path, 'http://pursuit.example').searchParams.get('from')).toBe(highlightsReport.name)
})
