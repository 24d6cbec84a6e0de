// An imported Target without a creation date has none on any screen, in any file, or in any figure.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { TargetMapping } from '#features/admin/imports/mappingContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { importFile } from '#tests/imports.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { targetsAsCsv } from './list/client/exportCsv.ts'
import type { Tiles } from './list/contract.ts'
import { type DrillDown, drillDownReport } from './reports/drillDownContract.ts'
import { type Overview, overviewReport } from './reports/overviewContract.ts'
import { type TargetsReport, targetsReport } from './reports/targetsContract.ts'
import { routes as targets } from './routesContract.ts'
import type { Score } from './score/contract.ts'
import { trackerSheets } from './server/mySheets.ts'

let api: Api
let firm: ManagedFirm
let admin: Client
beforeAll(async () => {
  api = await openApi()
  api.clock.now = new Date('2026-11-21T18:00:00Z')
  firm = await aManagedFirm(api, 'yes')
  admin = await api.aPerson(firm.org, { role: 'admin' })
})
afterAll(() => api.close())

const dated = 'Dated'
const undated = ['Undated lost', 'Undated open', 'Undated won']
const pipeline = [
  'Company,Contact,Stage,Created,Close Date,Owner',
  `${dated},A,Won,2024-03-05,2026-11-20,Dana Reyes`,
  'Undated won,B,Won,,2026-11-20,Dana Reyes',
  'Undated lost,C,Lost,,,Dana Reyes',
  'Undated open,D,Open,,,Dana Reyes',
].join('\n')

test('shows no created date and counts it on no day if the file has none', async () => {
  const { dana, morgan } = firm
  const before = (await dana.call<Score>(targets.score)).body
  const done = await importFile<TargetMapping>(api, admin, 'targets', pipeline, {
    statuses: { won: 'completed', lost: 'lost', open: 'active' },
  })
  expect(done).toMatchObject({ imported: 4, refused: 0 })

  const query = { status: 'active,completed,lost', sort: 'created' } as const
  const { tiles } = (await dana.call<Tiles>(targets.list, { query })).body
  expect(
    tiles
      .filter((tile) => tile.undated)
      .map(({ company }) => company)
      .sort(),
  ).toEqual(undated)
  // Both directions sort missing dates last.
  const won = { ...query, status: 'completed' }
  for (const dir of ['asc', 'desc'] as const)
    expect((await dana.call<Tiles>(targets.list, { query: { ...won, dir } })).body.tiles.at(-1)!.company).toBe(
      'Undated won',
    )
  const between = { ...query, start: '2000-01-01', end: '2026-12-31' }
  expect((await dana.call<Tiles>(targets.list, { query: between })).body.tiles.map(({ company }) => company)).toEqual([
    dated,
  ])

  const [head, ...lines] = targetsAsCsv(tiles, null)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const created = new Map(lines.map((line) => [line[0], line[head!.indexOf('Created')]]))
  expect([created.get(dated)?.slice(0, 10), ...undated.map((company) => created.get(company))]).toEqual([
    '2024-03-05',
    '',
    '',
    '',
  ])

  const mine = trackerSheets.find(({ title }) => title === 'Targets')!
  const column = mine.columns.findIndex((one) => one.head === 'Created')
  const session = { actor: dana.actor, user: dana.actor, org: { id: firm.org } } as unknown as SignedInSession
  const { rows } = (await withOrg(api.database, firm.org, (tx) => mine.page(tx, session, null)))!
  expect(
    rows
      .filter((row) => row[column] === null)
      .map(([company]) => company)
      .sort(),
  ).toEqual(undated)

  const today = dayIn('America/Los_Angeles', '2026-11-21T18:00:00Z')
  const days = { start: addDays(today, -30), end: today }
  // Reports end with yesterday.
  api.clock.now = new Date('2026-11-22T18:00:00Z')
  const params = { key: 'user', id: dana.actor.id } as never
  const report = (await morgan.call<TargetsReport>(targetsReport.routes.read, { params, query: days })).body
  expect(report.rows.map((row) => [row.company, row.created])).toEqual([
    [dated, '2024-03-05'],
    ...undated.map((company) => [company, null]),
  ])
  const overview = (await morgan.call<Overview>(overviewReport.routes.read, { params, query: days })).body
  expect(overview.total.total_created).toBe(0)
  const madeOf = { ...days, which: 'created' }
  expect((await morgan.call<DrillDown>(drillDownReport.routes.read, { params, query: madeOf })).body.rows).toEqual([])
  expect((await dana.call<Score>(targets.score)).body).toEqual({ ...before, date: '2026-11-22' })

  const lost = tiles.find(({ company }) => company === 'Undated lost')!
  const { events } = (
    await dana.call<{ events: { kind: string; data: object }[] }>(targets.timeline, { params: { id: lost.id } })
  ).body
  expect(events.find(({ kind }) => kind === 'targetCreated')!.data).toMatchObject({ undated: true })
})

test('keeps the created date unknown through later changes', async () => {
  const { dana } = firm
  const open = (await dana.call<Tiles>(targets.list, { query: {} })).body.tiles.find(({ undated }) => undated)!
  await dana.call(targets.edit, { params: { id: open.id }, body: { goal: 'Win it back' } })
  await dana.call(targets.share, { params: { id: open.id, userId: firm.lee.actor.id } })
  const [mine, lees] = await Promise.all(
    [dana, firm.lee].map(async (one) => (await one.call(targets.read, { params: { id: open.id } })).body),
  )
  expect([mine, lees]).toMatchObject([{ goal: 'Win it back', undated: true }, { undated: true }])
})
