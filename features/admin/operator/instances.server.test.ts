// Tests the list of instances that operators maintain, and the redirects it causes.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type ListedInstances, onlyInstance, readInstances } from '#core/server/instances.ts'
import { openInstances } from '#core/server/knownInstances.ts'
import { signOnSetUpRoutes as signOn } from '#features/account/signOnContract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { testDatabase } from '#tests/database.ts'
import type { AuditPage } from '../audit/contract.ts'
import { operatorRoutes } from './contract.ts'
import { type InstanceList, instanceRoutes as routes } from './instancesContract.ts'

const configured = readInstances(
  'west',
  JSON.stringify([
    { key: 'west', name: 'Pursuit West', url: 'https://west.pursuit.example', domains: ['hartwell.example'] },
    { key: 'east', name: 'Pursuit East', url: 'https://east.pursuit.example', domains: ['brookvale.example'] },
  ]),
)
let api: Api
let olive: Client
beforeAll(async () => {
  api = await openApi({ means: { instances: configured } })
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator', first_name: 'Olive' })
})
afterAll(() => api.close())

type Answer = InstanceList & { errors?: Record<string, string>; code?: string }
const list = async () => (await olive.call<Answer>(routes.instances)).body
const add = (body: object, by = olive) => by.call<Answer>(routes.addInstance, { body })
const put = (key: string, body: object) => olive.call<Answer>(routes.changeInstance, { params: { key }, body })
const namesOf = ({ instances }: InstanceList) => instances.map(({ key, is_own }) => [key, is_own])
const whereIs = async (email: string) => {
  const reply = await api.http.inject({ url: `/api/instances?email=${email}`, headers: { 'x-client': 'web' } })
  return reply.json<{ instances: { key: string }[] }>().instances[0]!.key
}
const login = async (email: string) => {
  const reply = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'x-client': 'web', 'idempotency-key': randomUUID() },
    payload: { email, password: 'x' },
  })
  return reply.json<{ code: string; message: string }>()
}
const named = (name: string) =>
  api.http.inject({ url: '/api/user', headers: { 'x-client': 'web', 'x-instance': name } })

test('redirects sign-ins, password resets, and calls as soon as operators change the list', async () => {
  expect(namesOf(await list())).toEqual([
    ['west', true],
    ['east', false],
  ])
  expect(await whereIs('x@new.example')).toBe('west')
  const made = await add({
    key: 'north',
    name: 'Pursuit North',
    url: 'https://north.pursuit.example/',
    domains: ['@New.example', 'new.example', 'other.example'],
  })
  expect([made.status, made.body.instances.at(-1)]).toEqual([
    200,
    {
      key: 'north',
      name: 'Pursuit North',
      url: 'https://north.pursuit.example',
      is_own: false,
      domains: ['new.example', 'other.example'].map((domain) => ({ domain, firm: null })),
    },
  ])
  expect([await whereIs('x@new.example'), await whereIs('x@brookvale.example')]).toEqual(['north', 'east'])
  expect(await login('x@NEW.example')).toMatchObject({
    code: 'other_instance',
    message: 'This email address belongs to another instance. Go to Pursuit North, https://north.pursuit.example.',
  })
  // The process compares the named instance with its cached list, which is refreshed after each change.
  await expect.poll(async () => (await named('north')).statusCode).toBe(400)
  expect((await named('north.pursuit.example')).json()).toMatchObject({ code: 'other_instance' })

  await put('north', { name: 'Pursuit N', url: 'https://n.pursuit.example', domains: ['other.example'] })
  expect([await whereIs('x@new.example'), await whereIs('x@other.example')]).toEqual(['west', 'north'])
  await expect.poll(async () => (await named('n.pursuit.example')).statusCode).toBe(400)

  expect((await olive.call(routes.removeInstance, { params: { key: 'north' } })).status).toBe(200)
  expect(await whereIs('x@other.example')).toBe('west')
  await expect.poll(async () => (await named('north')).statusCode).toBe(401)
  const { body } = await olive.call<AuditPage>(operatorRoutes.audit, { params: { id: olive.orgId } })
  expect(
    body.entries.filter(({ action }) => action.startsWith('instance')).map(({ action, subject }) => [action, subject]),
  ).toEqual([
    ['instance.removed', 'Pursuit N'],
    ['instance.changed', 'Pursuit N'],
    ['instance.added', 'Pursuit North'],
  ])
})

test('lists a domain at one instance, and a domain that a firm verified here stays here', async () => {
  const east = { name: 'Pursuit East', url: 'https://east.pursuit.example' }
  expect((await put('east', { ...east, domains: ['brookvale.example', 'hartwell.example'] })).body.errors).toEqual({
    domains: 'hartwell.example is listed under Pursuit West. Remove it there first.',
  })
  const firm = await api.aFirm({ name: 'Ashdown LLP', domains: ['ashdown.example'] })
  expect((await put('east', { ...east, domains: ['brookvale.example', 'ashdown.example'] })).body.errors).toEqual({
    domains: 'ashdown.example belongs here: Ashdown LLP has verified it.',
  })
  // A domain verified later takes precedence over the list, which says so.
  const give = { params: { id: firm }, body: { domain: 'brookvale.example' } }
  expect((await olive.call(signOn.proveDomain, give)).status).toBe(200)
  expect(await whereIs('robin@brookvale.example')).toBe('west')
  const { instances, proved } = await list()
  expect(instances[1]!.domains).toEqual([{ domain: 'brookvale.example', firm: { id: firm, name: 'Ashdown LLP' } }])
  expect(proved.map(({ domain, firm }) => [domain, firm.name])).toEqual([
    ['ashdown.example', 'Ashdown LLP'],
    ['brookvale.example', 'Ashdown LLP'],
  ])
  expect((await put('east', { ...east, name: 'Pursuit E', domains: ['brookvale.example'] })).status).toBe(200)
  await withoutRls(api.database, (tx) => tx.sql`delete from domain_directory where domain = 'brookvale.example'`)
  expect(await whereIs('robin@brookvale.example')).toBe('east')
})

test('shows errors of an instance beside its fields and the list only to operators', async () => {
  const good = { key: 'south', name: 'Pursuit South', url: 'https://south.pursuit.example', domains: [] }
  const problemsOf = async (change: object) => (await add({ ...good, ...change })).body.errors
  expect(await problemsOf({ key: 'east' })).toEqual({ key: 'Another instance already has this key.' })
  expect(await problemsOf({ key: 'tiles' })).toEqual({
    key: 'The API uses this word. Choose another key.',
  })
  expect(await problemsOf({ key: 'No Key' })).toEqual({
    key: 'Use lowercase letters, digits, and hyphens.',
  })
  expect(await problemsOf({ url: '' })).toEqual({
    url: 'Enter the URL people use to reach this instance.',
  })
  for (const url of [
    'south',
    'https://south.pursuit.example/app',
    'ftp://south.pursuit.example',
    'https://a@b.example',
  ])
    expect(await problemsOf({ url })).toEqual({
      url: 'Enter a URL such as https://west.pursuit.example, without a path.',
    })
  expect(await problemsOf({ url: 'https://EAST.pursuit.example' })).toEqual({ url: 'Pursuit E already has this URL.' })
  expect(Object.values((await problemsOf({ domains: ['not a domain'] }))!)).toEqual([
    'Enter a domain such as example.com.',
  ])
  expect((await olive.call(routes.removeInstance, { params: { key: 'west' } })).status).toBe(403)
  expect((await olive.call(routes.removeInstance, { params: { key: 'nowhere' } })).status).toBe(404)
  const admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  expect([(await admin.call(routes.instances)).status, (await add(good, admin)).status]).toEqual([403, 403])
})

test('uses a new URL of this instance in links right away', async () => {
  const own = { name: 'Pursuit West', url: 'https://go.pursuit.example', domains: [] }
  const before = (await list()).instances[0]!
  expect((await put('west', own)).status).toBe(200)
  const led = async () =>
    (
      await api.http.inject({ url: '/api/instances?email=x@unknown.example', headers: { 'x-client': 'web' } })
    ).json() as object
  await expect.poll(led).toMatchObject({ instances: [{ url: own.url, is_here: true }] })
  expect((await named('go.pursuit.example')).statusCode).toBe(401)
  expect(await whereIs('x@unknown.example')).toBe('west')
  await put('west', { ...own, url: before.url!, domains: ['hartwell.example'] })
})

test('fills an empty list from the environment and never changes an existing one, except the own key', async () => {
  const { database } = api
  const other = readInstances('west', JSON.stringify([{ key: 'west', name: 'Renamed', url: 'https://x.example' }]))
  const { instances, close } = await openInstances(database, other, 'west')
  expect([instances.own.name, instances.others.map(({ key }) => key)]).toEqual(['Pursuit West', ['east']])
  await expect(openInstances(database, other, 'east')).rejects.toThrow(
    'This database belongs to the instance "west", and lists "east" as another one, https://east.pursuit.example.',
  )
  const renamed = await openInstances(database, other, 'wild-west')
  // A second process applies the change as well.
  await put('wild-west', { name: 'Wild West', url: 'https://west.pursuit.example', domains: [] })
  await expect.poll(() => [instances.own.name, renamed.instances.own.key]).toEqual(['Wild West', 'wild-west'])
  await close()
  await renamed.close()
})

test('adds other instances from the environment once to a server that had none', async () => {
  const { database, close } = await testDatabase()
  const start = async (given: ListedInstances, key?: string) => {
    const { instances, close: stop } = await openInstances(database, given, key)
    await stop()
    return [instances.own.key, instances.own.url, instances.others.map(({ key }) => key)]
  }
  expect(await start(onlyInstance())).toEqual(['main', null, []])
  expect(await start(configured, 'west')).toEqual(['west', 'https://west.pursuit.example', ['east']])
  await withoutRls(database, (tx) => tx.sql`delete from instances where key = 'east'`)
  expect(await start(configured, 'west')).toEqual(['west', 'https://west.pursuit.example', []])
  await close()
})
