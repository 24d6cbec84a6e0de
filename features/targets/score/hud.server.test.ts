import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import type { Hud, Score } from './contract.ts'
import { readScore, scoreParts } from './server/hud.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

/** Noon in Los Angeles. */
const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const hudOf = async (person: Client) => (await person.call<Hud>(routes.hud)).body
const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await person.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const step = (person: Client, id: string, due: string, key = randomUUID()) =>
  person.call<TargetTile>(routes.takeStep, { body: { tile_id: id, description: 'Next', due }, key })

test('adds up the score by its rules and explains it', async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-02')
  const low = await create(dana, { value: 'L', tasks: [{ description: 'a', due: '2026-11-05', help: '' }] })
  const high = await create(dana, { value: 'H', tasks: [{ description: 'b', due: '2026-11-05', help: '' }] })
  const late = await create(dana, { value: 'M', tasks: [{ description: 'c', due: '2026-11-03', help: '' }] })
  on('2026-11-04')
  await step(dana, low.id, '2026-11-10')
  await step(dana, late.id, '2026-11-30')
  await dana.call(routes.complete, { params: { id: high.id }, body: { revenue: -1 } })
  on('2026-11-18')
  const { score } = await hudOf(dana)
  // 3 on time (low) + 5 on time (high, done by winning), 4 / 2 late, 3 created, 1 won, low overdue since the 10th
  expect(score.you.current).toEqual({
    score: 24,
    parts: [
      { kind: 'steps', count: 2, points: 8 },
      { kind: 'late_steps', count: 1, points: 2 },
      { kind: 'created', count: 3, points: 6 },
      { kind: 'won', count: 1, points: 10 },
      { kind: 'overdue', count: 1, points: -2 },
    ],
  })
})

test('recomputes the score of a past day as it was shown then', async () => {
  const dana = await api.aPerson(firm)
  on('2026-09-01')
  const target = await create(dana, { tasks: [{ description: 'a', due: '2026-09-03', help: '' }] })
  const shown: Record<string, number> = {}
  for (const day of ['2026-09-01', '2026-09-05', '2026-09-09']) {
    on(day)
    if (day === '2026-09-09') await step(dana, target.id, '2026-09-20')
    shown[day] = (await hudOf(dana)).score.you.current.score
  }
  on('2026-11-18')
  for (const [day, score] of Object.entries(shown)) {
    const context = {
      actor: dana.actor,
      now: api.clock.now!.toISOString(),
      zone: 'America/Los_Angeles',
      key: randomUUID(),
      newId: randomUUID,
    }
    const parts = await withOrg(api.database, firm, (tx) => scoreParts(tx, context, day))
    expect([day, readScore(parts)]).toEqual([day, score])
  }
})

test("doesn't count undone actions", async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-18')
  const target = await create(dana)
  const before = await hudOf(dana)
  const key = randomUUID()
  await step(dana, target.id, '2026-12-01', key)
  expect((await hudOf(dana)).steps.you).toMatchObject({ this_week: 1, days: [0, 0, 1, 0, 0, 0, 0] })
  await dana.call(routes.undo, { params: { id: target.id }, body: { key } })
  expect(await hudOf(dana)).toEqual(before)
})

test('counts revenue of the year with its start amount, and Intangible as won without an amount', async () => {
  const dana = await api.aPerson(firm)
  on('2025-12-31')
  const old = await create(dana)
  await dana.call(routes.complete, { params: { id: old.id }, body: { revenue: 7 } })
  on('2026-11-18')
  for (const revenue of [-1, 40_000])
    await dana.call(routes.complete, {
      params: { id: (await create(dana, { projected_revenue: 50_000 })).id },
      body: { revenue },
    })
  await create(dana, { projected_revenue: -1 })
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set ytd_before = 1000, ytd_before_year = 2026 where id = ${dana.actor.id}`,
  )
  const { you } = (await hudOf(dana)).revenue
  expect(you).toMatchObject({
    ytd: 41_000,
    ytd_formatted: '$41,000',
    ytd_count: 2,
    ytd_projected_revenue_completed_formatted: '$100,000',
    ytd_projected_revenue_active_formatted: '$0',
    projected: { active: { amount: 0, count: 1, named: 0 } },
  })
})

test("starts the week on Monday in the firm's time zone", async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-15')
  const target = await create(dana)
  api.clock.now = new Date('2026-11-16T07:59:00Z')
  await step(dana, target.id, '2026-12-01')
  api.clock.now = new Date('2026-11-16T08:01:00Z')
  expect((await hudOf(dana)).steps.you.this_week).toBe(0)
  await step(dana, target.id, '2026-12-01')
  expect((await hudOf(dana)).steps.you).toMatchObject({ this_week: 1, days: [1, 0, 0, 0, 0, 0, 0] })
})

test('lists target, step, day, and points of each event in pages that add up to the parts', async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-02')
  const low = await create(dana, {
    company: 'Low',
    value: 'L',
    tasks: [{ description: 'a', due: '2026-11-05', help: '' }],
  })
  const late = await create(dana, {
    company: 'Late',
    value: 'M',
    tasks: [{ description: 'c', due: '2026-11-03', help: '' }],
  })
  on('2026-11-04')
  await step(dana, low.id, '2026-11-10')
  await step(dana, late.id, '2026-11-30')
  on('2026-11-18')
  const { body } = await dana.call<Score>(routes.score)
  expect(body.score).toBe((await hudOf(dana)).score.you.current.score)
  const named = (id: string, target: string, step: string | null, date: string, points: number) => ({
    target_id: id,
    target,
    step,
    date,
    points,
  })
  expect(body.parts.map(({ kind, events, older }) => [kind, events, older])).toEqual([
    ['steps', [named(low.id, 'Low', 'a', '2026-11-04', 3)], null],
    ['late_steps', [named(late.id, 'Late', 'c', '2026-11-04', 2)], null],
    ['created', [named(late.id, 'Late', null, '2026-11-02', 2), named(low.id, 'Low', null, '2026-11-02', 2)], null],
    ['won', [], null],
    ['overdue', [named(low.id, 'Low', 'Next', '2026-11-10', -2)], null],
  ])
  // At the end of the 3rd nothing was done yet and nothing overdue. A step due on the day itself isn't overdue.
  const then = (await dana.call<Score>(routes.score, { query: { date: '2026-11-03' } })).body
  expect([then.date, then.score]).toEqual(['2026-11-03', 4])
  const past = (await dana.call<Score>(routes.score, { query: { date: '2026-11-12', kind: 'overdue' } })).body
  expect(past.parts.map(({ events }) => events)).toEqual([[named(low.id, 'Low', 'Next', '2026-11-10', -2)]])
})

test('pages through a long part of the score without gaps', async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-02')
  for (let i = 0; i < 23; i++)
    await create(dana, { company: `C${i}`, tasks: [{ description: 'a', due: '2026-11-03', help: '' }] })
  on('2026-11-18')
  for (const kind of ['created', 'overdue'] as const) {
    const page = async (before?: string) =>
      (await dana.call<Score>(routes.score, { query: { kind, ...(before && { before }) } })).body.parts[0]!
    const first = await page()
    // Five creations per week count.
    if (kind === 'created')
      expect([first.count, first.points, first.events.length, first.older]).toEqual([5, 10, 5, null])
    else {
      const second = await page(first.older!)
      expect([first.events.length, second.events.length, second.older]).toEqual([20, 3, null])
      expect(new Set([...first.events, ...second.events].map(({ target_id }) => target_id)).size).toBe(23)
    }
  }
})

test("rejects future days and invalid pages, and doesn't name targets the person lost", async () => {
  const dana = await api.aPerson(firm)
  on('2026-11-18')
  const query = (given: Record<string, string>) => dana.call(routes.score, { query: given })
  expect((await query({ date: '2026-11-19' })).status).toBe(400)
  expect((await query({ kind: 'won', before: 'x' })).status).toBe(400)
  expect((await query({ before: '2026-11-10_00000000-0000-0000-0000-000000000000' })).status).toBe(400)
  const target = await create(dana)
  await dana.call(routes.trash, { params: { id: target.id } })
  await dana.call(routes.destroy, { params: { id: target.id } })
  const { parts } = (await dana.call<Score>(routes.score, { query: { kind: 'created' } })).body
  expect(parts).toMatchObject([{ count: 1, events: [{ target: null, points: 2 }] }])
})

test('counts five creations per week, and a Target won twice once', async () => {
  const dana = await api.aPerson(firm)
  const far = { tasks: [{ description: 'a', due: '2027-03-01', help: '' }] }
  on('2026-11-01')
  for (let i = 0; i < 4; i++) await create(dana, far)
  on('2026-11-02')
  for (let i = 0; i < 3; i++) await create(dana, far)
  on('2026-11-04')
  const { id } = await create(dana, far)
  for (let i = 0; i < 3; i++) await create(dana, far)
  const win = () => dana.call(routes.complete, { params: { id }, body: { revenue: 1 } })
  await win()
  on('2026-11-05')
  await dana.call(routes.work, { params: { id } })
  await win()
  const part = (score: Score, kind: string) => score.parts.find((one) => one.kind === kind)!
  const of = async (date: string) => (await dana.call<Score>(routes.score, { query: { date } })).body
  expect([part(await of('2026-11-01'), 'created').count, part(await of('2026-11-05'), 'created').count]).toEqual([4, 9])
  expect(part(await of('2026-11-05'), 'won')).toMatchObject({ count: 1, points: 10, events: [{ date: '2026-11-04' }] })
  // The first five of a week count, even if the 30 days begin in the middle of it.
  on('2026-12-03')
  expect(part(await of('2026-12-03'), 'created').count).toBe(2)
})

test("doesn't count an edited closed Target as this year's loss, and gives newcomers no earlier month", async () => {
  const dana = await api.aPerson(firm)
  on('2025-09-08')
  const { id } = await create(dana, { projected_revenue: 700 })
  await dana.call(routes.lose, { params: { id }, body: { lost_reason: 'Pricing' } })
  on('2026-11-18')
  await dana.call(routes.addNote, { body: { target_id: id, note: 'Asked again.' } })
  await dana.call(routes.edit, { params: { id }, body: { goal: 'Another' } })
  const hud = await hudOf(dana)
  expect(hud.revenue.you.projected.lost).toEqual({ amount: 0, count: 0, named: 0 })
  expect(hud.score.you.month_ago.score).toBe(0)
  const lee = await api.aPerson(firm)
  await withoutRls(
    api.database,
    (tx) => tx.sql`update users set created_at = '2026-11-18T10:00:00Z' where id = ${lee.actor.id}`,
  )
  expect((await hudOf(lee)).score.you.month_ago.score).toBeNull()
})
