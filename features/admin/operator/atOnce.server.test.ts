// Sends sixteen concurrent calls of administrators and operators to one item. Each gets the actual result rather than
// an error, and the final state is exactly one of theirs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PolicyInput, policyRoutes } from '#features/account/policyContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { upload } from '#tests/imports.ts'
import type { AuditPage } from '../audit/contract.ts'
import { auditRoutes } from '../audit/contract.ts'
import { firmRoutes } from '../firm/contract.ts'
import { type ImportDetail, routes as imports } from '../imports/contract.ts'
import { type PersonDetail, peopleRoutes } from '../people/contract.ts'
import { type FirmDetail, operatorRoutes } from './contract.ts'
import { exportRoutes } from './exportContract.ts'
import { type InstanceList, instanceRoutes } from './instancesContract.ts'

const SESSIONS = 16

let api: Api
let olive: Client
let admin: Client
beforeAll(async () => {
  api = await openApi()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  admin = await api.aPerson(await api.aFirm({ name: 'Busy LLP' }), { role: 'admin' })
})
afterAll(() => api.close())

/** Returns the number of responses per status. */
async function atOnce(call: (n: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: SESSIONS }, (_, n) => call(n)))
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const logged = async (action: string) =>
  (await admin.call<AuditPage>(auditRoutes.audit)).body.entries.filter((entry) => entry.action === action).length
const firm = () => ({ id: admin.orgId })
const detail = async () => (await olive.call<FirmDetail>(operatorRoutes.firm, { params: firm() })).body

test('creates one instance under one key from sixteen concurrent requests, and changes it atomically', async () => {
  const input = (n: number) => ({
    name: `Pursuit ${n}`,
    url: `https://north${n}.pursuit.example`,
    domains: ['shared.example', `own${n}.example`],
  })
  const north = async () =>
    (await olive.call<InstanceList>(instanceRoutes.instances)).body.instances.filter(({ key }) => key === 'north')
  expect(await atOnce((n) => olive.call(instanceRoutes.addInstance, { body: { key: 'north', ...input(n) } }))).toEqual({
    200: 1,
    400: SESSIONS - 1,
  })
  expect(
    await atOnce((n) => olive.call(instanceRoutes.changeInstance, { params: { key: 'north' }, body: input(n) })),
  ).toEqual({ 200: SESSIONS })
  const [now, ...others] = await north()
  expect(others).toEqual([])
  const n = Number(now!.name.slice('Pursuit '.length))
  expect([now!.url, now!.domains.map(({ domain }) => domain).sort()]).toEqual([input(n).url, input(n).domains.sort()])
  const removed = await atOnce(() => olive.call(instanceRoutes.removeInstance, { params: { key: 'north' } }))
  expect(removed).toEqual({ 200: 1, 404: SESSIONS - 1 })
  expect(await north()).toEqual([])
})

test('starts one export of a firm for any number of concurrent requests', async () => {
  const answers = await atOnce(() => olive.call(exportRoutes.begin, { params: firm() }))
  expect(answers).toEqual({ 200: 1, 409: SESSIONS - 1 })
  expect(await logged('firm.export_asked')).toBe(1)
  await olive.call(exportRoutes.stop, { params: firm() })
})

test('saves policies, lists, and retention from exactly one of several concurrent changes', async () => {
  const policy = (n: number): PolicyInput => ({
    second_factor_from: null,
    sign_on_only: false,
    break_glass_id: null,
    idle_hours: 100 + n,
    longest_hours: 1000 + n,
    work_as: 'all',
    tells_worked_as: true,
    is_open_to_operator: true,
  })
  const days = (n: number) => ({
    ...{ audit_log: 400 + n, addresses: 100 + n, messages: 20 + n, notifications: 40 + n },
    contacts: 200 + n,
  })
  const answers = await atOnce((n) =>
    n % 2 === 0
      ? admin.call(policyRoutes.change, { body: policy(n) })
      : admin.call(firmRoutes.putRetention, { body: days(n) }),
  )
  expect(answers).toEqual({ 200: SESSIONS })
  const { body: policies } = await admin.call<PolicyInput>(policyRoutes.read)
  expect(policies).toMatchObject(policy(policies.idle_hours - 100))
  const { retention } = (await admin.call<{ retention: ReturnType<typeof days> }>(firmRoutes.firm)).body
  expect(retention).toEqual(days(retention.audit_log - 400))
})

test('stores one of sixteen concurrent mapping drafts', async () => {
  const { id } = (await upload(api, admin, 'targets', { content: 'Company,Contact\nAcme,Ann Lee\n' })).body
  const read = async () => (await admin.call<ImportDetail>(imports.read, { params: { id } })).body
  const { suggestion: mapping } = await read()
  const steps = ['Columns', 'Values', 'Preview']
  const drafts = steps.map((step) => ({ mapping, step }))
  const answers = await atOnce((n) =>
    admin.call(imports.keepDraft, { params: { id }, body: drafts[n % drafts.length]! }),
  )
  expect(answers).toEqual({ 204: SESSIONS })
  expect(drafts).toContainEqual((await read()).draft)
})

test('erases a person once', async () => {
  const lee = await api.aPerson(admin.orgId, { first_name: 'Leopold' })
  await admin.call(peopleRoutes.deactivate, { params: { id: lee.actor.id }, body: {} })
  const erased = await atOnce(() => admin.call<PersonDetail>(peopleRoutes.erase, { params: { id: lee.actor.id } }))
  expect(erased).toEqual({ 200: 1, 409: SESSIONS - 1 })
  expect(await logged('person.erased')).toBe(1)
})

test('leaves a firm either open or closed after concurrent changes, and lets it work once opened', async () => {
  const ways = [
    () => olive.call(operatorRoutes.suspend, { params: firm() }),
    () => olive.call(operatorRoutes.resume, { params: firm() }),
    () => olive.call(operatorRoutes.deleteFirm, { params: firm(), body: { name: 'Busy LLP' } }),
    () => olive.call(operatorRoutes.keepFirm, { params: firm() }),
  ]
  const answers = await atOnce((n) => ways[n % ways.length]!())
  expect(Object.keys(answers).filter((status) => status !== '200' && status !== '409')).toEqual([])
  await olive.call(operatorRoutes.keepFirm, { params: firm() })
  await olive.call(operatorRoutes.resume, { params: firm() })
  expect(await detail()).toMatchObject({ name: 'Busy LLP' })
  const again = await api.aPerson(admin.orgId, { role: 'admin' })
  expect((await again.call(firmRoutes.firm)).status).toBe(200)
})
