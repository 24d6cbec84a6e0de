// Written by schema version 1: 90 rows, 500 actions (one refused), IDs of 60 creates.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import type { Row } from '../collection.ts'
import { makeDevice, settle, type TestDevice, turns } from '../testing/device.ts'
import { ann, type Book, bookActionsOf, books, zone } from '../testing/fixture.ts'
import { fixtureServer } from '../testing/fixtureSubject.ts'
import { allRows } from '../testing/judging.ts'
import { openEngine } from './engine.ts'
import type { Transport } from './environment.ts'
import { upgrade } from './localSchema.ts'
import type { Engine } from './types.ts'

type Recorded = {
  stores: Record<'targets' | 'records' | 'outbox' | 'idmap', { id: string; key: string }[]> & { meta: object[] }
  /** Server rows, shown rows, and the queue's keys in order. */
  serverRows: Book[]
  shown: Book[]
  order: string[]
}
const recorded = JSON.parse(
  gunzipSync(readFileSync(new URL('../testing/version1.json.gz', import.meta.url))).toString(),
) as Recorded

/** Version 1's only collection, named after its store. */
const collection = { ...books, name: 'targets' }
const actions = Object.values(bookActionsOf(collection))
const offline: Transport = { send: () => Promise.reject(new TypeError('Failed to fetch')) }

let devices = 0
const opened: Engine[] = []
let device: TestDevice
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

async function aDeviceOfVersion1() {
  device = makeDevice(`upgrade${++devices}`)
  const db = await openDB(device.name, 1, {
    upgrade(made) {
      const targets = made.createObjectStore('targets', { keyPath: 'id' })
      targets.createIndex('status', 'status')
      targets.createIndex('_seq', '_seq')
      made.createObjectStore('records', { keyPath: 'name' })
      const outbox = made.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      outbox.createIndex('key', 'key')
      outbox.createIndex('entity', 'entity')
      made.createObjectStore('idmap', { keyPath: 'temp' }).createIndex('_seq', '_seq')
      made.createObjectStore('meta')
    },
  })
  const { meta, ...stores } = recorded.stores
  for (const [name, values] of Object.entries(stores)) for (const value of values) await db.put(name, value)
  await db.put('meta', meta[0], 'meta')
  db.close()
}

async function open(transport: Transport = offline, tab = device.openTab()) {
  const engine = await openEngine({
    ...tab.parts,
    actor: ann,
    zone,
    collections: [collection],
    actions,
    transport,
  })
  opened.push(engine)
  return engine
}

const byId = (rows: readonly Row[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

async function expectWhole(engine: Engine) {
  device.clock.advance(1)
  await settle(() => engine.of(collection).all().length === recorded.shown.length, 'all rows')
  expect(byId(engine.of(collection).all())).toEqual(recorded.shown)
  expect(engine.outbox.list().map(({ key }) => key)).toEqual(recorded.order)
  expect(engine.outbox.list()).toHaveLength(500)
  expect(await engine.readRecord('user')).toMatchObject({ value: { first_name: 'Ann' } })
  const { temp, real } = recorded.stores.idmap[0] as unknown as { temp: string; real: string }
  expect(engine.of(collection).resolve(temp)).toBe(real)
}

test('keeps all rows, queued actions, IDs, and records of the previous version in order', async () => {
  await aDeviceOfVersion1()
  await expectWhole(await open())
})

test('loses nothing when killed in the middle again and again, then reopened', async () => {
  await aDeviceOfVersion1()
  let killed = 0
  for (let after = 1; ; after = Math.ceil(after * 1.7)) {
    const tab = device.openTab()
    const { database } = tab.parts
    const upgraded = database.open(device.name, 2, {
      upgrade(db, from, to, tx) {
        upgrade(db, from, to, tx)
        tx.done.catch(() => undefined)
        void turns(after)
          .then(() => tx.abort())
          .catch(() => undefined)
      },
    })
    if (
      await upgraded.then(
        () => true,
        () => false,
      )
    )
      break
    killed++
    const left = await openDB(device.name)
    expect([left.version, await left.count('outbox'), await left.count('targets')]).toEqual([
      1,
      500,
      recorded.stores.targets.length,
    ])
    left.close()
    tab.kill()
  }
  expect(killed).toBeGreaterThan(5)
  await expectWhole(await open())
})

test("sends each pending action once and in order, and the rows end equal to the server's", {
  timeout: 120_000,
}, async () => {
  await aDeviceOfVersion1()
  const server = fixtureServer(actions)
  for (const row of recorded.serverRows) server.change(collection, row.id, row)
  const engine = await open({ send: (request) => server.send(request) })
  await settle(() => engine.status.get().waiting === 0, 'an empty queue', 60_000)
  const applied = await server.applied()
  const stuck = engine.outbox.list().map(({ key }) => key)
  expect(applied).toEqual(recorded.order.filter((key) => !stuck.includes(key)))
  await engine.pull()
  const there = byId(engine.of(collection).all()).filter((row) => !('isTemp' in row))
  expect(there).toEqual(byId(await allRows(server, collection.name)))
})
