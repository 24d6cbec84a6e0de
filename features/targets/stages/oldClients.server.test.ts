// Covers requests of clients from before stages, and a firm that turned stages off.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, dayIn } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aProgram } from '#tests/calling.ts'
import type { TargetTile } from '../contract.ts'
import type { TimelineEvent } from '../detail/contract.ts'
import type { FirmTarget } from '../firmWide/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let admin: Client
let dana: Client
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  dana = await api.aPerson(admin.orgId)
})

const [, talking, , proposal] = offeredStages.inOrder.map(({ id }) => id) as [string, string, string, string]
const month = addMonths(dayIn('America/Los_Angeles', new Date()).slice(0, 7), 1)

type Body = Record<string, unknown>
const create = async (body: Body) => {
  const answer = await dana.call<TargetTile>(routes.create, { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const read = async (id: string) => (await dana.call<TargetTile>(routes.read, { params: { id } })).body
const outlookOf = ({ stage, staged, expected_close, chance }: Partial<TargetTile>) => {
  return { stage, staged, expected_close, chance }
}
const staysOf = async (id: string) =>
  (
    await api.database.pool.query<{ stage_id: string; ended: string | null }>(
      `select stage_id, ended from target_stages where org_id = $1 and target_id = $2 order by since`,
      [dana.orgId, id],
    )
  ).rows.map(({ stage_id, ended }) => [stage_id, ended])

/** A form of the client before stages: all fields that it knew. */
const oldForm = {
  company: 'Halden Shipping',
  contact: 'Ingrid Halden',
  contact_email: 'ingrid@haldenshipping.example',
  contact_phone: '',
  type: 'prospect',
  value: 'M',
  goal: 'Become their counsel for charter disputes',
  projected_revenue: 120_000,
  private: false,
}
const oldCreation = { ...oldForm, note: '', tasks: [{ description: 'Call Ingrid', due: '2027-01-11', help: '' }] }

describe('a client from before stages', () => {
  test('leaves stage, close, and chance as they are, whatever it changes', async () => {
    const target = await create(aTarget({ stage: proposal, expected_close: month, chance: 70 }))
    const before = outlookOf(target)
    expect(before).toMatchObject({ stage: proposal, expected_close: month, chance: 70 })
    const params = { id: target.id }
    const base = { ...oldForm, due: '2026-11-27', note: '' }
    // The whole form as it was, then with a change, then a snooze and a note alone.
    for (const body of [
      oldForm,
      { ...oldForm, goal: 'Win the charter work', base },
      { due: '2027-02-01' },
      { note: 'Met' },
    ]) {
      const { status, body: answer } = await dana.call<TargetTile>(routes.edit, { params, body })
      expect([status, outlookOf(answer)]).toEqual([200, before])
    }
    expect(await read(target.id)).toMatchObject({ ...before, goal: 'Win the charter work', note: 'Met' })
    const { body } = await dana.call<{ events: TimelineEvent[] }>(routes.timeline, { params })
    const edited = body.events.filter(({ kind }) => kind === 'targetEdited')
    expect(edited.map(({ data }) => data.fields)).toEqual([['goal']])
    expect(await staysOf(target.id)).toEqual([[proposal, null]])
  })

  test('sends its queue: creations without a stage, and changes of a Target that has one since', async () => {
    const made = await create(oldCreation)
    expect(outlookOf(made)).toEqual({ stage: null, staged: null, expected_close: null, chance: null })
    const params = { id: made.id }
    // In the meantime, a newer device moves it.
    await dana.call(routes.move, { params, body: { stage: talking } })
    await dana.call(routes.edit, { params, body: { expected_close: `${month}-15`, chance: 30 } })
    const { stage, expected_close, chance } = await read(made.id)
    const queue: [keyof typeof routes, Body][] = [
      ['takeStep', { tile_id: made.id, description: 'Send the draft', due: '2027-01-12', help: '' }],
      ['archive', {}],
      ['work', {}],
      ['complete', { revenue: 5 }],
      ['work', {}],
      ['lose', { lost_reason: 'Timing' }],
      ['trash', {}],
    ]
    for (const [name, body] of queue) {
      const asked = name === 'takeStep' ? { body } : { params, body }
      const { status, text } = await dana.call(routes[name], asked)
      expect([name, status, status === 200 ? '' : text]).toEqual([name, 200, ''])
      expect([name, await read(made.id)]).toEqual([name, expect.objectContaining({ stage, expected_close, chance })])
    }
    expect([stage, expected_close, chance]).toEqual([talking, `${month}-15`, 30])
  })

  test('can undo a change that a server from before stages recorded', async () => {
    const target = await create(aTarget({ stage: proposal, expected_close: month }))
    const [params, key] = [{ id: target.id }, randomUUID()]
    await dana.call(routes.complete, { params, body: { revenue: 5 }, key })
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update targets set undo = undo - 'stage' - 'staged' where org_id = ${dana.orgId} and id = ${target.id} returning rebuild_target_views(org_id, array[id])`,
    )
    const { body } = await dana.call<TargetTile>(routes.undo, { params, body: { key } })
    expect([body.status, outlookOf(body)]).toEqual(['active', outlookOf(target)])
  })
})

describe('a firm that turned stages off', () => {
  const turn = (flag: 'yes' | 'no') =>
    withoutRls(
      api.database,
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{stages,on}', to_jsonb(${flag}::text)) where id = ${admin.orgId}`,
    )

  test('shows API clients nothing of them, and accepts nothing from them', async () => {
    const target = await create(aTarget({ stage: proposal, expected_close: month, chance: 70 }))
    const client = await aProgram(api, admin, ['targets:read', 'targets:write'])
    const person = dana.email
    const seen = async () => {
      const one = (await client.call<FirmTarget>(routes.firmTarget, { params: { id: target.id } })).body
      const { targets } = (await client.call<{ targets: FirmTarget[] }>(routes.firmTargets)).body
      return [one, targets[0]!].map(({ stage, expected_close, chance }) => [stage, expected_close, chance])
    }
    const shown = [proposal, month, 70]
    expect(await seen()).toEqual([shown, shown])
    await turn('no')
    const none = [null, null, null]
    expect(await seen()).toEqual([none, none])
    const params = { id: target.id }
    expect((await client.call(routes.move, { params, person, body: { stage: talking } })).status).toBe(403)
    expect((await client.call(routes.stageMedians, { person })).status).toBe(403)
    const sentence = 'This firm doesn’t use stages. Leave out this field.'
    const refused = await client.call<{ errors: object }>(routes.create, {
      person,
      body: aTarget({ stage: talking, expected_close: month, chance: 10 }),
    })
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { stage: sentence, expected_close: sentence, chance: sentence },
    ])
    const edited = await client.call<{ errors: object }>(routes.edit, {
      params,
      person,
      body: { goal: 'x', chance: 10 },
    })
    expect([edited.status, edited.body.errors]).toEqual([400, { chance: sentence }])
    // Empty fields are as good as none.
    const fine = await client.call(routes.edit, { params, person, body: { goal: 'Win them' } })
    expect(fine.status).toBe(200)
    expect((await client.call(routes.create, { person, body: aTarget({ company: 'Isdom' }) })).status).toBe(200)
    await turn('yes')
    expect(await seen()).toContainEqual(shown)
  })

  test('refuses moves and sends no stages with the session, but keeps what a device still sends', async () => {
    const target = await create(aTarget({ stage: proposal }))
    await turn('no')
    expect((await dana.call(routes.move, { params: { id: target.id }, body: { stage: talking } })).status).toBe(403)
    expect((await dana.call<{ Org: object }>(account.me)).body.Org).not.toHaveProperty('stages')
    const late = await create(aTarget({ company: 'Isdom', stage: talking, expected_close: month }))
    await turn('yes')
    expect(await read(late.id)).toMatchObject({ stage: talking, expected_close: month })
    expect((await read(target.id)).stage).toBe(proposal)
  })
})
