import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, dayIn } from '#core/contract/dates.ts'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { wake } from '#core/server/work/work.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import type { TimelineEvent } from '../detail/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { copies } from '../server/contract.ts'

let api: Api
let orgId: string
let dana: Client
beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId)
})
afterAll(() => api.close())

const [identified, talking, scoping, proposal] = offeredStages.inOrder.map(({ id }) => id) as [
  string,
  string,
  string,
  string,
]
const create = async (given: Parameters<typeof aTarget>[0] = {}) =>
  (await dana.call<TargetTile>(routes.create, { body: aTarget(given) })).body
const read = async (id: string, who = dana) => (await who.call<TargetTile>(routes.read, { params: { id } })).body
const move = (id: string, stage: string | null, key?: string) =>
  dana.call<TargetTile & { message: string; errors?: Record<string, string> }>(routes.move, {
    params: { id },
    body: { stage },
    ...(key && { key }),
  })
const moves = async (id: string) =>
  (await dana.call<{ events: TimelineEvent[] }>(routes.timeline, { params: { id } })).body.events
    .filter(({ kind }) => kind === 'targetMoved')
    .map(({ data, undone }) => [data.from, data.to, undone])
const setStages = (stages: Stages | null) =>
  withoutRls(
    api.database,
    (tx) => tx.sql`update orgs set stages = ${stages && JSON.stringify(stages)}::jsonb where id = ${orgId}`,
  )
const setFlag = (value: 'yes' | 'no') =>
  withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{stages}', ${JSON.stringify({ on: value })}::jsonb) where id = ${orgId}`,
  )

describe('a stage', () => {
  test('is set, changed, and undone, and history has each move', async () => {
    const target = await create()
    expect(target).toMatchObject({ stage: null, staged: null, expected_close: null, chance: null })
    const { body: moved, status } = await move(target.id, proposal)
    expect(status).toBe(200)
    expect(moved).toMatchObject({ stage: proposal, staged: moved.modified })
    expect(await read(target.id)).toEqual(moved)
    const key = randomUUID()
    const { body: agreed } = await move(target.id, scoping, key)
    expect((await move(target.id, scoping, key)).body).toEqual(agreed)
    const { body: back } = await dana.call<TargetTile>(routes.undo, { params: { id: target.id }, body: { key } })
    expect(back).toMatchObject({ stage: proposal, staged: moved.staged })
    expect(await moves(target.id)).toEqual([
      [proposal, scoping, true],
      [null, proposal, false],
    ])
    expect((await move(target.id, null)).body).toMatchObject({ stage: null, staged: null })
    // A move to the same stage is none.
    await move(target.id, null)
    expect(await moves(target.id)).toHaveLength(3)
  })

  test('can be given at creation, and counts from then', async () => {
    const target = await create({ stage: talking, expected_close: nextMonth(), chance: 30 })
    expect(target).toMatchObject({ stage: talking, staged: target.created, expected_close: nextMonth(), chance: 30 })
    expect(await moves(target.id)).toEqual([[null, talking, false]])
    expect(await read(target.id)).toEqual(target)
  })

  test('stays when the Target is closed, and moves only while it’s pursued', async () => {
    const target = await create({ stage: identified })
    const params = { id: target.id }
    for (const [close, body, name] of [
      [routes.complete, { revenue: 40_000 }, 'Won'],
      [routes.lose, { lost_reason: 'Timing' }, 'Lost'],
      [routes.archive, {}, 'On Hold'],
    ] as const) {
      const { body: closed } = await dana.call<TargetTile>(close, { params, body })
      expect([closed.statusterm, closed.stage]).toEqual([name, identified])
      const refused = await move(target.id, proposal)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        `This Target is ${name} and keeps its stage. Pursue it again to move it.`,
      ])
      const { body: again } = await dana.call<TargetTile>(routes.work, { params, body: {} })
      // The days in its stage begin again.
      expect(again).toMatchObject({ stage: identified, staged: again.modified })
    }
    expect((await move(target.id, proposal)).status).toBe(200)
  })

  test('is refused if the firm never had it', async () => {
    const target = await create()
    const sentence = 'Choose one of these stages: Identified, Talking, Scoping, Proposal, Agreed.'
    const refused = await move(target.id, randomUUID())
    expect([refused.status, refused.body.errors]).toEqual([400, { stage: sentence }])
    const { body } = await dana.call<{ errors: unknown }>(routes.create, { body: aTarget({ stage: randomUUID() }) })
    expect(body.errors).toEqual({ stage: sentence })
    expect((await read(target.id)).stage).toBeNull()
  })

  test('that the firm removed becomes the one instead, for moves that were waiting and for Targets in it', async () => {
    const [waiting, inIt, gone] = [
      await create(),
      await create({ stage: talking }),
      await create({ stage: identified }),
    ]
    await setStages({
      inOrder: offeredStages.inOrder.slice(2),
      removed: [
        { id: talking, name: 'Talking', instead: scoping },
        { id: identified, name: 'Identified', instead: null },
      ],
      version: 1,
    })
    wake(copies)
    expect((await move(waiting.id, talking)).body.stage).toBe(scoping)
    expect((await move(waiting.id, identified)).body.stage).toBeNull()
    const stages = async () => [(await read(inIt.id)).stage, (await read(gone.id)).stage]
    while ((await stages()).includes(talking) || (await stages()).includes(identified)) await pause(20)
    expect(await stages()).toEqual([scoping, null])
  })

  test('is hidden from an invited colleague until they accept', async () => {
    const lee = await api.aPerson(orgId)
    const target = await create({ stage: proposal, expected_close: nextMonth(), chance: 50 })
    const params = { id: target.id, userId: lee.actor.id }
    const { body: shared } = await dana.call<TargetTile>(routes.share, { params, body: {} })
    const outlook = async () => {
      const { stage, staged, expected_close, chance } = await read(target.id, lee)
      return { stage, staged, expected_close, chance }
    }
    expect(await outlook()).toEqual({ stage: null, staged: null, expected_close: null, chance: null })
    const { share_id } = shared.collaborators.find(({ user_id }) => user_id === lee.actor.id)!
    await lee.call(routes.acceptShare, { params: { id: share_id }, body: {} })
    expect(await outlook()).toEqual({
      stage: proposal,
      staged: target.staged,
      expected_close: nextMonth(),
      chance: 50,
    })
  })

  test('that two people change keeps the later one, and shows the overwritten one', async () => {
    const target = await create({ stage: talking })
    await move(target.id, scoping)
    const { body } = await dana.call<TargetTile>(routes.move, {
      params: { id: target.id },
      body: { stage: proposal, base: talking },
    })
    expect(body.stage).toBe(proposal)
    expect(body.edits?.stage?.over).toMatchObject({ value: scoping, by: dana.actor.id })
  })

  test('isn’t part of a firm without stages', async () => {
    const target = await create({ stage: talking })
    await setFlag('no')
    expect((await move(target.id, proposal)).status).toBe(403)
    await setFlag('yes')
    expect((await move(target.id, proposal)).status).toBe(200)
  })
})

const today = () => dayIn('America/Los_Angeles', new Date())
const nextMonth = () => addMonths(today().slice(0, 7), 1)

describe('an expected close and a chance', () => {
  const edit = (id: string, body: Record<string, unknown>) =>
    dana.call<TargetTile & { errors?: Record<string, string> }>(routes.edit, { params: { id }, body })

  test('are changed and cleared, with history', async () => {
    const target = await create()
    const { body } = await edit(target.id, { expected_close: `${nextMonth()}-15`, chance: 70 })
    expect([body.expected_close, body.chance]).toEqual([`${nextMonth()}-15`, 70])
    expect(await read(target.id)).toEqual(body)
    const { body: cleared } = await edit(target.id, { expected_close: null, chance: null })
    expect([cleared.expected_close, cleared.chance]).toEqual([null, null])
    const { body: history } = await dana.call<{ events: TimelineEvent[] }>(routes.timeline, {
      params: { id: target.id },
    })
    expect(history.events.map(({ kind, data }) => [kind, data.fields]).slice(0, 2)).toEqual([
      ['targetEdited', ['expected_close', 'chance']],
      ['targetEdited', ['expected_close', 'chance']],
    ])
  })

  test('are refused with a sentence, and nothing changes', async () => {
    const target = await create({ chance: 40 })
    const range = /^Choose a month from \w{3} \d{4} to \w{3} \d{4}\.$/
    for (const [field, value, sentence] of [
      ['chance', 101, /^Choose a chance from 0 to 100 in tens\.$/],
      ['chance', 45, /^Choose a chance from 0 to 100 in tens\.$/],
      ['expected_close', '2018', /^Choose a month or a day\.$/],
      ['expected_close', '2018-03', range],
      ['expected_close', '2018-03-01', range],
      ['expected_close', addMonths(today().slice(0, 7), 121), range],
    ] as const) {
      const { status, body } = await edit(target.id, { [field]: value })
      expect([status, body.errors?.[field]], String(value)).toEqual([400, expect.stringMatching(sentence)])
    }
    expect(await read(target.id)).toEqual(target)
  })

  test('that is long past stays when other fields change', async () => {
    const target = await create()
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update targets set expected_close = '2018-03' where org_id = ${orgId} and id = ${target.id} returning rebuild_target_views(org_id, array[id])`,
    )
    const { status, body } = await edit(target.id, { goal: 'Win the charter work', expected_close: '2018-03' })
    expect([status, body.goal, body.expected_close]).toEqual([200, 'Win the charter work', '2018-03'])
  })
})
