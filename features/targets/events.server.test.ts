// Tests that listeners get the events of own and shared targets, however they happened.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
import { on, type RowChange } from '#core/sync/server/reactions.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { Target, TargetTile } from './contract.ts'
import { stepDone, targetCreated, targetHandedOver, targetPurged, targetWon } from './eventsContract.ts'
import { routes } from './routesContract.ts'
import { aTarget } from './samples.ts'
import { handOverMany } from './server/leaving.ts'
import { savePastTargets } from './server/pastTargets.ts'
import { purgeTrash } from './trash/server/jobs.ts'

const LA = 'America/Los_Angeles'
let heard: RowChange<Target>[][] = []
const hearing = on(
  [targetCreated, stepDone, targetWon, targetHandedOver, targetPurged],
  async (_, changes) => void heard.push(changes),
)

let api: Api
let [dana, lee]: Client[] = []
beforeAll(async () => {
  api = await openApi({ reactions: [hearing] })
  const firm = await api.aFirm()
  dana = await api.aPerson(firm)
  lee = await api.aPerson(firm)
})
afterAll(() => api.close())
beforeEach(() => {
  heard = []
})

const made = async (given = {}) => (await dana!.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const said = () =>
  heard.map((changes) =>
    changes.map(({ after, before, events }) => [(after ?? before)!.company, ...events.map(({ kind }) => kind)]),
  )

test("notifies listeners of an own target's creation and win, in order of decision", async () => {
  const { id } = await made({ company: 'Quillon Harbor' })
  await dana!.call(routes.complete, { params: { id }, body: { revenue: 40_000 } })
  expect(said()).toEqual([[['Quillon Harbor', 'targetCreated']], [['Quillon Harbor', 'stepDone', 'targetWon']]])
  const won = heard[1]![0]!.events.filter(targetWon.is)
  expect(won.map(({ data }) => data.revenue)).toEqual([40_000])
})

test('notifies listeners of imported targets together and as history', async () => {
  const importId = randomUUID()
  await withOrg(api.database, dana!.orgId, (tx) =>
    savePastTargets(
      tx,
      { importId, zone: LA, now: new Date().toISOString() },
      ['One', 'Two'].map((company) => ({
        input: aTarget({ company }),
        owner: dana!.actor,
        created: '2025-03-01T18:00:00.000Z',
        end: { status: 'completed' as const, at: '2025-04-01T18:00:00.000Z', revenue: 5 },
      })),
    ),
  )
  expect(said()).toEqual([
    [
      ['One', 'targetCreated'],
      ['One', 'targetWon'],
      ['Two', 'targetCreated'],
      ['Two', 'targetWon'],
    ],
  ])
  expect(heard[0]!.map(({ isHistory, context }) => [isHistory, context.now.slice(0, 7)])[1]).toEqual([true, '2025-04'])
})

test('notifies listeners of a person’s transferred targets together', async () => {
  const from = await api.aPerson(dana!.orgId)
  for (const company of ['Mine', 'Yours']) await from.call(routes.create, { body: aTarget({ company }) })
  heard = []
  await withOrg(api.database, dana!.orgId, (tx) =>
    handOverMany(tx, {
      from: from.actor,
      by: dana!.actor,
      byName: '',
      plan: { active: lee!.actor.id },
      after: '00000000-0000-0000-0000-000000000000',
      most: 10,
      key: randomUUID(),
      now: new Date().toISOString(),
      zone: LA,
    }),
  )
  expect(said().map((batch) => batch.sort())).toEqual([
    [
      ['Mine', 'targetHandedOver'],
      ['Yours', 'targetHandedOver'],
    ],
  ])
})

test('notifies listeners of targets that the scheduled purge destroys', async () => {
  const { id } = await made({ company: 'Forgotten' })
  await dana!.call(routes.trash, { params: { id } })
  await withOrg(
    api.database,
    dana!.orgId,
    (tx) => tx.sql`update targets set deleted_at = now() - interval '31 days' where id = ${id}`,
  )
  // A purge leaves a row locked by other work to the next one.
  await api.caughtUp()
  heard = []
  await purgeTrash.run(api.database)
  expect(said()).toEqual([[['Forgotten', 'targetPurged']]])
})
