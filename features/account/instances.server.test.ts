// Runs two real servers on two ports under two hostnames.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#core/server/config.ts'
import { onlyInstance, readInstances, refuseAmbiguousKeys } from '#core/server/instances.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { freePort } from '#tools/postgres.ts'

const databases: { drop: () => Promise<void> }[] = []
let home: string
let west: RunningServer
let east: RunningServer
let listed: { key: string; name: string; url: string; domains: string[] }[]

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'pursuit-instances-'))
  const [westPort, eastPort] = [await freePort(), await freePort()]
  listed = [
    { key: 'west', name: 'Pursuit West', url: `http://localhost:${westPort}`, domains: ['hartwell.example'] },
    { key: 'east', name: 'Pursuit East', url: `http://127.0.0.1:${eastPort}`, domains: ['brookvale.example'] },
  ]
  const file = join(home, 'instances.json')
  writeFileSync(file, JSON.stringify(listed))
  const start = async (key: string, port: number, instances: string) => {
    const database = await makePostgresDatabase()
    if (database) databases.push(database)
    return startServer({
      directory: join(home, key),
      port,
      environment: {
        ...SECRET,
        PURSUIT_DEMO: '0',
        PURSUIT_INSTANCE: key,
        PURSUIT_INSTANCES: instances,
        ...(database && { DATABASE_URL: database.url }),
      },
    })
  }
  west = await start('west', westPort, file)
  east = await start('east', eastPort, JSON.stringify(listed))
}, 120_000)
afterAll(async () => {
  await west?.stop()
  await east?.stop()
  for (const { drop } of databases) await drop()
  rmSync(home, { recursive: true, force: true, maxRetries: 3 })
})

async function ask(server: RunningServer, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    headers: { ...clientHeaders(), ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const there = (key: string, is_here: boolean) => {
  const { name, url } = listed.find((one) => one.key === key)!
  return { instances: [{ key, name, url, is_here }] }
}

test('gives the same answer on both instances about where a login belongs', async () => {
  expect((await ask(west, 'instances?email=dana@hartwell.example')).body).toEqual(there('west', true))
  expect((await ask(east, 'instances?email=dana@hartwell.example')).body).toEqual(there('west', false))
  expect((await ask(west, 'instances?email=Robin@BrookVale.example')).body).toEqual(there('east', false))
  expect((await ask(east, 'instances?email=robin@brookvale.example')).body).toEqual(there('east', true))
})

test('names the other instance on login and reset, whether or not the account exists', async () => {
  const send = async (server: RunningServer, path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'web' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const where = `Pursuit East, ${listed[1]!.url}`
  const refused = { code: 'other_instance', errors: { instance: where } }
  const email = 'Nobody@BrookVale.example'
  expect(await send(west, 'user/login', { email, password: 'x' })).toMatchObject({ status: 400, body: refused })
  expect(await send(west, 'user/reset_password', { email })).toMatchObject({ status: 400, body: refused })
  expect((await send(east, 'user/login', { email, password: 'x' })).body).toMatchObject({ code: 'wrong_login' })
  expect((await send(east, 'user/reset_password', { email })).status).toBe(200)
})

test('keeps an address with an unknown domain on the current instance', async () => {
  expect((await ask(west, 'instances?email=x@unknown.example')).body).toEqual(there('west', true))
  expect((await ask(east, 'instances?email=x@unknown.example')).body).toEqual(there('east', true))
  expect((await ask(west, 'instances?email=nobody')).status).toBe(400)
})

test('accepts an instance named by key or hostname, in the header or the path', async () => {
  const own = ['west', 'localhost', `localhost:${west.port}`]
  for (const name of own) {
    expect([name, (await ask(west, 'user', { 'x-instance': name })).status]).toEqual([name, 401])
    expect([name, (await ask(west, `${name}/user`)).status]).toEqual([name, 401])
    expect([name, (await ask(west, `${name}/instances?email=x@y.example`)).status]).toEqual([name, 200])
  }
})

test('rejects a call that names the other instance and names the right one', async () => {
  const refused = {
    status: 400,
    body: {
      code: 'other_instance',
      message: `This call belongs to another instance. Use Pursuit East, ${listed[1]!.url}.`,
      errors: { instance: `Pursuit East, ${listed[1]!.url}` },
    },
  }
  for (const name of ['east', 'EAST', '127.0.0.1', `127.0.0.1:${east.port}`]) {
    expect(await ask(west, 'user', { 'x-instance': name })).toEqual(refused)
    expect(await ask(west, `${name}/user`)).toEqual(refused)
  }
  expect((await ask(east, 'west/user')).status).toBe(400)
})

test('ignores an unknown instance name in a header and doesn’t route it as a path', async () => {
  expect((await ask(west, 'user', { 'x-instance': 'pursuit.firm.example' })).status).toBe(401)
  expect((await ask(west, 'nowhere/user')).status).toBe(404)
})

test('reports an invalid instance before the server starts', () => {
  const read = (own: string, list: unknown) => () =>
    readInstances(own, typeof list === 'string' ? list : JSON.stringify(list))
  expect(read('north', listed)).toThrow('PURSUIT_INSTANCES doesn’t list this instance, "north".')
  expect(read('west', '[{')).toThrow('must be JSON or the path of a JSON file')
  expect(read('west', '/no/such/file')).toThrow('must be JSON or the path of a JSON file')
  expect(read('west', [{ ...listed[0], url: 'localhost' }])).toThrow('0.url')
  expect(read('west', [...listed, { ...listed[1], key: 'south' }])).toThrow('names "brookvale.example" twice')
  expect(read('west', [...listed, { ...listed[1], domains: [] }])).toThrow('names "east" twice')
  expect(() => readConfig({ PURSUIT_INSTANCE: 'No Key' })).toThrow('PURSUIT_INSTANCE is “No Key”')
  expect(() => refuseAmbiguousKeys(onlyInstance('tiles'), ['tiles/:id'])).toThrow('can’t have the key “tiles”')
})
