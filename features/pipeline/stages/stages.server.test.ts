import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Me } from '#core/contract/session.ts'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import { EVERYONE, type FeedChange, onFeedChanges } from '#core/server/database/feedChanges.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { type AuditPage, auditRoutes } from '#features/admin/audit/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { routes, type StagesInput } from './contract.ts'

let api: Api
let orgId: string
let admin: Client
beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  orgId = await api.aFirm()
  admin = await api.aPerson(orgId, { role: 'admin' })
})
afterAll(() => api.close())

type Refused = { message: string; errors?: Record<string, string> }
const put = (body: Partial<StagesInput>) => admin.call<Stages & Refused>(routes.putStages, { body })
const stagesOf = async (who: Client) => (await who.call<Stages>(routes.stages)).body
const meOf = async (who: Client) => (await who.call<Me>(account.me)).body.Org.stages
const [identified, talking, scoping, proposal, agreed] = offeredStages.inOrder as [
  Stages['inOrder'][number],
  Stages['inOrder'][number],
  Stages['inOrder'][number],
  Stages['inOrder'][number],
  Stages['inOrder'][number],
]

test('offers stages until the firm has its own, which everyone sees', async () => {
  const dana = await api.aPerson(orgId)
  expect(await stagesOf(dana)).toEqual(offeredStages)
  expect(await meOf(dana)).toBeUndefined()
  const pitched = { ...proposal, name: 'Pitched', chance: 42 }
  const added = { id: randomUUID(), name: 'Lunch', meaning: 'We met.', chance: 5 }
  const stages = [added, talking, identified, pitched]
  const { status, body } = await put({ stages, instead: { [scoping.id]: proposal.id, [agreed.id]: null }, version: 0 })
  expect(status).toBe(200)
  expect(body).toEqual({
    inOrder: stages,
    removed: [
      { id: scoping.id, name: 'Scoping', instead: proposal.id },
      { id: agreed.id, name: 'Agreed', instead: null },
    ],
    version: 1,
  })
  expect(await stagesOf(dana)).toEqual(body)
  expect(await meOf(dana)).toEqual(body)
  const [entry] = (await admin.call<AuditPage>(auditRoutes.audit)).body.entries
  expect([entry!.action, entry!.details]).toEqual([
    'firm.stages_changed',
    {
      added: ['Lunch'],
      'Proposal name': { from: 'Proposal', to: 'Pitched' },
      'Proposal chance': { from: 60, to: 42 },
      removed: [
        { stage: 'Scoping', instead: 'Pitched' },
        { stage: 'Agreed', instead: null },
      ],
      order: ['Lunch', 'Talking', 'Identified', 'Pitched'],
    },
  ])
})

test('refuses the later of two admins, and changes nothing', async () => {
  const first = await put({
    stages: offeredStages.inOrder.slice(0, 4),
    instead: { [agreed.id]: proposal.id },
    version: 0,
  })
  expect(first.status).toBe(200)
  const second = await put({ stages: offeredStages.inOrder, version: 0 })
  expect([second.status, second.body.message]).toEqual([
    409,
    'Someone else changed this pipeline in the meantime. Review the latest version.',
  ])
  expect(await stagesOf(admin)).toEqual(first.body)
})

test('lets one of 16 admins win who save at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, chance) =>
      put({ stages: [{ ...identified, chance }, ...offeredStages.inOrder.slice(1)], version: 0 }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
  expect(await stagesOf(admin)).toEqual(won[0]!.body)
})

test('refuses what would make no pipeline, with a sentence', async () => {
  const all = offeredStages.inOrder
  const more = Array.from({ length: 9 }, (_, i) => ({ id: randomUUID(), name: `Stage ${i}`, meaning: '', chance: i }))
  for (const [stages, sentence] of [
    [all.slice(0, 2), 'A firm has 3 to 8 stages.'],
    [more, 'A firm has 3 to 8 stages.'],
    [[...all.slice(0, 4), { ...agreed, name: 'PROPOSAL' }], 'Two stages have the same name.'],
    [[...all, { ...agreed, name: 'Signed' }], 'Two stages have the same ID.'],
    [[...all.slice(0, 4)], 'Choose a stage for the Targets that are in “Agreed”.'],
  ] as const) {
    const { status, body } = await put({ stages: [...stages], version: 0 })
    expect([status, body.errors?.stages], sentence).toEqual([400, sentence])
  }
  const notIn = await put({ stages: all.slice(0, 4), instead: { [agreed.id]: randomUUID() }, version: 0 })
  expect(notIn.body.errors?.stages).toBe('Choose a stage for the Targets that are in “Agreed”.')
  for (const chance of [101, -1, 2.5]) {
    const { body } = await put({ stages: [{ ...identified, chance }, ...all.slice(1)], version: 0 })
    expect(Object.values(body.errors ?? {}), String(chance)).toEqual(['Enter a whole number from 0 to 100.'])
  }
  expect(await stagesOf(admin)).toEqual(offeredStages)
})

test('doesn’t take a removed stage back', async () => {
  const { body } = await put({ stages: offeredStages.inOrder.slice(1), instead: { [identified.id]: null }, version: 0 })
  const again = await put({ stages: [identified, ...body.inOrder], version: body.version })
  expect(again.body.errors).toEqual({ stages: '“Identified” was removed before. Add it as a new stage.' })
})

test('tells devices to load the stages again', async () => {
  const told: FeedChange[] = []
  const stop = onFeedChanges(api.database, (changes) => told.push(...changes))
  await put({ stages: [...offeredStages.inOrder].reverse(), version: 0 })
  stop()
  expect(told).toContainEqual({ orgId, personId: EVERYONE, what: 'me' })
})

test('is for firm admins, and only if the firm uses stages', async () => {
  const dana = await api.aPerson(orgId)
  const asDana = await dana.call(routes.putStages, { body: { stages: offeredStages.inOrder, version: 0 } })
  expect(asDana.status).toBe(403)
  await put({ stages: [...offeredStages.inOrder].reverse(), version: 0 })
  await withoutRls(
    api.database,
    (tx) => tx.sql`update orgs set subscriptions = subscriptions - 'stages' where id = ${orgId}`,
  )
  expect((await dana.call(routes.stages)).status).toBe(403)
  expect((await put({ stages: offeredStages.inOrder, version: 1 })).status).toBe(403)
  expect(await meOf(dana)).toBeUndefined()
})
