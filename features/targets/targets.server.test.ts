import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { TargetTile } from './contract.ts'
import { tileOf } from './facts.ts'
import { makeListing, plainQuery } from './list/client/listing.ts'
import type { Tiles } from './list/contract.ts'
import { apiSorts, directions } from './list/order.ts'
import { routes } from './routesContract.ts'
import { aTarget } from './samples.ts'

let server: Api
let dana: Client
beforeAll(async () => {
  server = await openApi()
  dana = await server.aPerson(await server.aFirm())
})
afterAll(() => server.close())

test('returns a created target as the contract defines it and lists it', async () => {
  server.clock.now = new Date('2026-11-21T18:00:00Z')
  const created = await dana.call<TargetTile>(routes.create, { body: aTarget({ note: 'Met in May.' }) })
  expect(created.status).toBe(200)
  expect(TargetTile.strict().parse(created.body)).toEqual(created.body)
  expect(created.body).toEqual(tileOf(created.body, '2026-11-21'))
  expect(created.body).toMatchObject({
    status: 'active',
    bucket: 'soon',
    due: '2026-11-27',
    note: 'Met in May.',
    projected_revenue_formatted: '$120,000',
    created: '2026-11-21 10:00:00',
  })
  const list = await dana.call<Tiles>(routes.list, { query: { status: 'active' } })
  expect(list.body.tiles).toEqual([created.body])
})

test('sorts a list as the device does', async () => {
  const lee = await server.aPerson(await server.aFirm())
  const amounts = [40_000, -1, null, 250_000, 0, 40_000]
  for (const [i, projected_revenue] of amounts.entries()) {
    server.clock.now = new Date(Date.UTC(2026, 10, 1 + ((i * 5) % 7), 18))
    const tasks = [{ description: 'Call', due: `2026-12-0${9 - i}`, help: '' }]
    const value = (['M', 'H', 'L'] as const)[i % 3]!
    const company = ['Übersee 10', 'ubersee 9', 'acme', 'Zoo', 'Élan', 'Acme'][i]!
    await lee.call(routes.create, { body: aTarget({ company, projected_revenue, value, tasks }) })
  }
  const ask = async (query: object) =>
    (await lee.call<Tiles>(routes.list, { query: { status: 'active', ...query } })).body.tiles
  const onDevice = await ask({})
  for (const sort of apiSorts)
    for (const dir of directions) {
      const listing = makeListing()(onDevice, 'active', { ...plainQuery, sort, dir }, '2026-11-21')
      expect((await ask({ sort, dir })).map(({ id }) => id)).toEqual(listing.shown.map(({ id }) => id))
    }
  expect((await ask({ sort: 'revenue' })).map((tile) => tile.projected_revenue)).toEqual([
    250_000,
    40_000,
    40_000,
    0,
    -1,
    null,
  ])
  expect((await ask({ sort: 'value' })).map((tile) => tile.value).join('')).toBe('HHMMLL')
  expect((await ask({ sort: 'created' })).map((tile) => tile.created)).toEqual(
    onDevice
      .map((tile) => tile.created)
      .sort()
      .reverse(),
  )
  expect((await lee.call(routes.list, { query: { sort: 'owner' } })).status).toBe(400)
  server.clock.now = new Date('2026-11-21T18:00:00Z')
})

test('completes the steps of a won target and restores everything on undo', async () => {
  const { body: target } = await dana.call<TargetTile>(routes.create, { body: aTarget() })
  const key = randomUUID()
  const won = await dana.call<TargetTile>(routes.complete, {
    params: { id: target.id },
    body: { revenue: 40_000 },
    key,
  })
  expect(won.body).toMatchObject({
    status: 'completed',
    statusterm: 'Won',
    revenue: 40_000,
    revenue_formatted: '$40,000',
    due: null,
  })
  expect(won.body.tasks.map(({ done }) => done)).toEqual(['done'])
  const again = await dana.call<TargetTile>(routes.complete, {
    params: { id: target.id },
    body: { revenue: 40_000 },
    key,
  })
  expect(again.body).toEqual(won.body)
  const back = await dana.call<TargetTile>(routes.undo, { params: { id: target.id }, body: { key } })
  expect({ ...back.body, modified: '' }).toEqual({ ...target, modified: '' })
})

test('closes the open step when a new one is taken, and can undo it', async () => {
  const { body: target } = await dana.call<TargetTile>(routes.create, { body: aTarget() })
  const key = randomUUID()
  const next = await dana.call<TargetTile>(routes.takeStep, {
    body: { tile_id: target.id, description: 'Invite to lunch', due: '2026-12-01' },
    key,
  })
  expect(next.body.tasks.map(({ description, done }) => [description, done])).toEqual([
    ['Send the draft engagement letter', 'done'],
    ['Invite to lunch', 'incomplete'],
  ])
  const back = await dana.call<TargetTile>(routes.undo, { params: { id: target.id }, body: { key } })
  expect(back.body.tasks).toEqual(target.tasks)
})

test('records a step beside the open one, which stays open, counts it, and can undo it', async () => {
  const { body: target } = await dana.call<TargetTile>(routes.create, { body: aTarget() })
  const stepsOf = async () =>
    (await dana.call<{ steps: { you: { this_week: number } } }>(routes.hud)).body.steps.you.this_week
  const before = await stepsOf()
  const [params, key] = [{ id: target.id }, randomUUID()]
  const body = { description: 'Send the guide', help: '' }
  const noted = await dana.call<TargetTile>(routes.noteStep, { params, body, key })
  expect(noted.body.due).toBe(target.due)
  expect(noted.body.tasks.map(({ description, done }) => [description, done])).toEqual([
    ['Send the draft engagement letter', 'incomplete'],
    ['Send the guide', 'done'],
  ])
  expect(await stepsOf()).toBe(before + 1)
  const back = await dana.call<TargetTile>(routes.undo, { params, body: { key } })
  expect(back.body.tasks).toEqual(target.tasks)
  expect(await stepsOf()).toBe(before)
  await dana.call(routes.lose, { params, body: { lost_reason: 'Timing' } })
  const refused = await dana.call<{ message: string }>(routes.noteStep, { params, body })
  expect([refused.status, refused.body.message]).toEqual([409, 'This Target is Lost. Pursue it again to take a step.'])
})

test('updates the hud counts', async () => {
  const hud = await dana.call(routes.hud)
  expect(hud.status).toBe(200)
  expect((await dana.call(routes.standing)).body).toMatchObject({ total: 3 })
})
