// Counts what became of the Targets of each stage, and for how long they were there.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import type { StageMedians } from '#features/targets/stages/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { routes, type StageOutcome } from './contract.ts'

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(() => api.close())

const [identified, talking, , proposal] = offeredStages.inOrder.map(({ id }) => id) as [string, string, string, string]
const START = '2027-01-04'
const after = (days: number) => {
  api.clock.now = new Date(`${addDays(START, days)}T20:00:00Z`)
}
const create = async (given: Parameters<typeof aTarget>[0] = {}) =>
  (await admin.call<TargetTile>(targets.create, { body: aTarget(given) })).body.id
const move = (id: string, stage: string, key: string = randomUUID()) =>
  admin.call(targets.move, { params: { id }, body: { stage }, key })
const win = (id: string) => admin.call(targets.complete, { params: { id }, body: { revenue: 1 } })
const lose = (id: string) => admin.call(targets.lose, { params: { id }, body: {} })
const outcomes = async () => (await admin.call<{ outcomes: StageOutcome[] }>(routes.outcomes)).body.outcomes
const medians = async () => (await admin.call<StageMedians>(targets.stageMedians)).body.medians

test('counts each closed Target once for every stage it was in, without undone moves and private Targets', async () => {
  after(0)
  const ids = await Promise.all(Array.from({ length: 24 }, () => create({ stage: identified })))
  const hidden = await create({ stage: identified, private: true })
  after(10)
  for (const id of [...ids, hidden]) await move(id, talking)
  // Back and forth counts once.
  await move(ids[0]!, identified)
  await move(ids[0]!, talking)
  const key = randomUUID()
  await move(ids[1]!, proposal, key)
  await admin.call(targets.undo, { params: { id: ids[1]! }, body: { key } })
  after(14)
  for (const id of ids.slice(0, 9)) await win(id)
  for (const id of ids.slice(9, 20)) await lose(id)
  await win(hidden)
  expect(await outcomes()).toEqual([
    { stage: identified, closed: 20, won: 9 },
    { stage: talking, closed: 20, won: 9 },
  ])
})

test('takes the median of the days in a stage, once 20 have left it', async () => {
  // 24 left the first stage after 10 days and one of them again right away. 20 left the second one after 4 days.
  expect(await medians()).toEqual([
    { stage: identified, days: 10 },
    { stage: talking, days: 4 },
  ])
  after(15)
  const held = await create({ stage: proposal })
  after(40)
  await admin.call(targets.archive, { params: { id: held }, body: {} })
  expect(await medians()).toHaveLength(2)
})

test('has no median of 19 Targets, and counts no days on hold', async () => {
  after(50)
  const other = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const call = (route: (typeof targets)[keyof typeof targets], id: string, body: object) =>
    other.call<TargetTile>(route, { params: { id }, body })
  const ids: string[] = []
  for (let i = 0; i < 20; i++)
    ids.push((await other.call<TargetTile>(targets.create, { body: aTarget({ stage: talking }) })).body.id)
  const held = ids.pop()!
  const mediansNow = async () => (await other.call<StageMedians>(targets.stageMedians)).body.medians
  after(53)
  await call(targets.archive, held, {})
  after(60)
  for (const id of ids) await call(targets.move, id, { stage: proposal })
  expect(await mediansNow()).toEqual([])
  after(200)
  const { body: again } = await call(targets.work, held, {})
  expect(again.staged).toBe(again.modified)
  after(210)
  await call(targets.move, held, { stage: proposal })
  expect(await mediansNow()).toEqual([{ stage: talking, days: 10 }])
  // The held one stayed for 10 days since it was pursued again, and its 3 days before the hold are no case.
  const stays = await api.database.pool.query<{ days: number; ended: string }>(
    `select round(extract(epoch from until - since) / 86400)::int as days, ended from target_stages
     where target_id = $1 and until is not null order by since`,
    [held],
  )
  expect(stays.rows).toEqual([
    { days: 3, ended: 'archived' },
    { days: 10, ended: 'moved' },
  ])
})

test('shows outcomes to admins only', async () => {
  const dana = await api.aPerson(admin.orgId)
  expect((await dana.call(routes.outcomes)).status).toBe(403)
  expect((await dana.call(targets.stageMedians)).status).toBe(200)
})
