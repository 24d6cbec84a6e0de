import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { storeDays } from '../score/server/scoreDays.ts'
import { type Overview, overviewReport } from './overviewContract.ts'

let api: Api
let firm: ManagedFirm
const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await person.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const days = { start: '2026-10-01', end: '2026-10-31' }
const overview = async (by: Client, key: string, id: string, query: object = days) =>
  (await by.call<Overview>(overviewReport.routes.read, { params: { key, id }, query: { ...query } })).body

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  const { dana, lee } = firm
  on('2026-09-10')
  const early = await create(dana, {
    value: 'L',
    projected_revenue: 50_000,
    tasks: [{ description: 'a', due: '2026-10-03', help: '' }],
  })
  on('2026-10-05')
  const step = (person: Client, id: string, due: string) =>
    person.call(routes.takeStep, { body: { tile_id: id, description: 'Next', due } })
  await step(dana, early.id, '2026-12-01')
  const won = await create(dana, { value: 'H', projected_revenue: 10_000 })
  const lost = await create(lee, { value: 'M' })
  await create(lee, { value: 'M', projected_revenue: -1 })
  on('2026-10-20')
  await dana.call(routes.complete, { params: { id: won.id }, body: { revenue: 12_500 } })
  await lee.call(routes.lose, { params: { id: lost.id }, body: { lost_reason: 'Price' } })
  await create(dana, { value: 'H', projected_revenue: 99_000, private: true })
  on('2026-11-10')
  await withOrg(api.database, firm.org, (tx) =>
    storeDays(tx, [dana.actor.id, lee.actor.id], {
      from: '2026-09-10',
      to: '2026-11-09',
      zone: 'America/Los_Angeles',
    }),
  )
})
afterAll(() => api.close())

test('counts a person’s Targets and activity in these days', async () => {
  const { rows } = await overview(firm.morgan, 'user', firm.dana.actor.id)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    name: 'Dana Reyes',
    clients_pursued: 1,
    value: { L: { count: 1, pos: 100 }, M: { count: 0, pos: 0 }, H: { count: 0, pos: 0 } },
    total_created: 1,
    total_closed: 1,
    projected_revenue: 50_000,
    total_revenue: 12_500,
    open: { path: `/viewer/pipeline/people/${firm.dana.actor.id}` },
  })
  // The late step of the 5th, and the open one of the won Target.
  expect(rows[0]!.total_steps).toBe(2)
  expect(rows[0]!.latest_activity).toMatchObject({ day: '2026-10-20' })
})

test('counts a person of two groups in both groups and once in the firm', async () => {
  const { rows, total, before } = await overview(firm.morgan, 'org', firm.org)
  const created = Object.fromEntries(rows.map(({ name, total_created }) => [name, total_created]))
  expect(created).toEqual({ Litigation: 2, Tax: 3 })
  expect([total.total_created, total.total_closed, total.clients_pursued]).toEqual([3, 2, 2])
  expect([before!.total_created, before!.total_steps]).toEqual([1, 0])
})

test('shows stored scores for each day and averages them per person', async () => {
  const { rows, by_day, total } = await overview(firm.morgan, 'group', firm.tax)
  expect(by_day.days).toHaveLength(31)
  const stored = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{
        score: number
      }>`select score from score_days where user_id = ${firm.dana.actor.id} and day between '2026-10-01' and '2026-10-31' order by day`,
  )
  const dana = rows.findIndex(({ name }) => name === 'Dana Reyes')
  expect(by_day.score[dana]).toEqual(stored.rows.map(({ score }) => score))
  expect(rows[dana]!.current_score).toBe(stored.rows.at(-1)!.score)
  const mean = stored.rows.reduce((all, { score }) => all + score, 0) / 31
  expect(rows[dana]!.average_score).toBe(Math.round(mean))
  expect(total.total_steps).toBe(by_day.steps.flat().reduce((all, one) => all + one, 0))
})

test('includes private Targets only in the owner’s figures, without a trace for others', async () => {
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm.org}, ${firm.litigation}, ${firm.dana.actor.id})`,
  )
  const own = await overview(firm.dana, 'user', firm.dana.actor.id)
  const seen = await overview(firm.morgan, 'user', firm.dana.actor.id)
  expect([own.rows[0]!.clients_pursued, seen.rows[0]!.clients_pursued]).toEqual([2, 1])
  expect([own.rows[0]!.projected_revenue, seen.rows[0]!.projected_revenue]).toEqual([149_000, 50_000])
  expect(own.by_day.activity.flat().reduce((all, one) => all + one, 0)).toBeGreaterThan(
    seen.by_day.activity.flat().reduce((all, one) => all + one, 0),
  )
  expect(JSON.stringify(await overview(firm.dana, 'group', firm.tax))).not.toContain('99000')
})

test('exports a file with the requested search, order, status, and chart', async () => {
  const text = async (name: string, query: Record<string, string>) => {
    const { body, status } = await firm.morgan.call<{ file: string; rows: object[] }>(
      { ...overviewReport.routes.file, path: `viewer/reports/${name}` },
      { query: { id: firm.org, entity: 'org', format: 'text', ...days, ...query } },
    )
    if (status !== 200) return status
    const [, ...lines] = Buffer.from(body.file, 'base64').toString().trim().split('\r\n')
    return lines.map((line) => line.split(',')[0])
  }
  expect(await text('people', { q: 'dana' })).toEqual(['Dana Reyes'])
  const byName = (await text('people', { sort: 'name' })) as string[]
  expect(byName).toEqual(byName.toSorted())
  expect(await text('people', { sort: '-name' })).toEqual(byName.toReversed())
  expect(await text('people', { sort: 'nothing' })).toBe(400)
  const all = (await text('targets', {})) as string[]
  const [won, lost] = [await text('targets', { status: 'completed' }), await text('targets', { status: 'lost' })]
  expect([all.length, won, lost]).toEqual([4, [expect.any(String)], [expect.any(String)]])
  expect(await text('targets', { q: 'high' })).toHaveLength(1)
  expect(await text('people', { status: 'lost' })).toBe(400)
  const { mode } = await overview(firm.morgan, 'org', firm.org, { ...days, which: 'steps' })
  expect(mode).toBe('steps')
})

test('keeps the figures and name of people who left, without links', async () => {
  const { lee, morgan, tax } = firm
  await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = now() where id = ${lee.actor.id}`)
  const { rows } = await overview(morgan, 'group', tax)
  const row = rows.find(({ name }) => name === 'Lee Park (left)')!
  expect([row.total_created, row.open]).toEqual([2, undefined])
})
