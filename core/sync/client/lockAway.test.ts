// Tests what a device stores after a session ends, and how the queue continues.
import { openDB } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import type { Feed } from '#core/contract/feed.ts'
import { makeDevice, settle, type TestDevice } from '../testing/device.ts'
import {
  aBook,
  addBook,
  ann,
  type Book,
  books,
  editBook,
  fixtureActions,
  remark,
  shelves,
  zone,
} from '../testing/fixture.ts'
import { fixtureServer } from '../testing/fixtureSubject.ts'
import { openEngine } from './engine.ts'
import type { EngineOptions, TransportAnswer, TransportRequest } from './environment.ts'
import type { Engine } from './types.ts'

let devices = 0
const opened: Engine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

function aWorld() {
  const server = fixtureServer()
  const sent: string[] = []
  const net = { isDown: false }
  const device = makeDevice(`locked${++devices}`)
  async function open(on: TestDevice = device, more: Partial<EngineOptions> = {}) {
    const engine = await openEngine({
      ...on.openTab().parts,
      actor: ann,
      zone,
      collections: [books, shelves],
      actions: fixtureActions,
      transport: {
        async send(request: TransportRequest): Promise<TransportAnswer> {
          if (net.isDown) throw new TypeError('Failed to fetch')
          sent.push(request.method === 'GET' ? 'pull' : request.address)
          return server.send(request)
        },
      },
      ...more,
    })
    opened.push(engine)
    return engine
  }
  async function onDisk() {
    const db = await openDB(device.name)
    const tx = db.transaction([...db.objectStoreNames])
    const stores = await Promise.all(
      [...db.objectStoreNames].map(async (name) => [name, await tx.objectStore(name).getAll()] as const),
    )
    db.close()
    return Object.fromEntries(stores)
  }
  return { server, sent, net, open, onDisk }
}
const saved = (engine: Engine) =>
  settle(() => engine.status.get().state === 'saved' && engine.status.get().lastSync !== null, 'saved')
const titles = (engine: Engine) =>
  (engine.of(books).all() as Book[]).map(({ title, author }) => `${title}, ${author}`).sort()

async function withQueue() {
  const world = aWorld()
  const engine = await world.open()
  const { id } = engine.act(addBook, aBook({ title: 'Kept', author: 'Secret Author' }))
  engine.act(addBook, aBook({ title: 'Other', author: 'Secret Author' }))
  await saved(engine)
  await engine.writeRecord('user', { name: 'Secret' })
  world.net.isDown = true
  const real = engine.of(books).resolve(id)
  await engine.act(remark, { id: real, text: 'Typed offline' }).saved
  await engine.act(editBook, { id: real, title: 'Kept, edited' }).saved
  await engine.act(addBook, aBook({ title: 'New offline', author: 'Me' })).saved
  return { ...world, engine }
}

test('deletes everything from the disk but pending changes', async () => {
  const { engine, onDisk } = await withQueue()
  expect(JSON.stringify(await onDisk())).toContain('Secret')
  expect(await engine.lockAway()).toBe(3)
  const disk = await onDisk()
  expect(JSON.stringify(disk)).not.toContain('Secret')
  expect(disk.records).toEqual([])
  expect(disk.outbox).toHaveLength(3)
  expect(JSON.stringify(disk.outbox)).toContain('Typed offline')
  expect(JSON.stringify(disk.rows)).toContain('New offline')
})

test("keeps text typed into each tab's forms, and earlier drafts, with the queue", async () => {
  const { engine, open, onDisk } = await withQueue()
  const second = await open()
  await engine.writeRecord('draft:note:1', 'Put aside')
  const draft = (value: string) => ({ name: 'create', value, at: '2026-11-22T10:00:00Z' })
  await engine.lockAway([draft('First tab')])
  await second.lockAway([draft('Second tab')])
  const { records } = await onDisk()
  expect(records).toMatchObject([
    { name: 'draft:forms', value: [draft('First tab'), draft('Second tab')] },
    { name: 'draft:note:1', value: 'Put aside' },
  ])
})

test("counts another tab's pending changes, even ones this tab hasn't read yet", async () => {
  const { engine, open } = await withQueue()
  const second = await open()
  const { id } = (second.of(books).all() as Book[]).find(({ title }) => title === 'Other')!
  await second.act(remark, { id, text: 'Unheard of' }).saved
  expect(await engine.lockAway()).toBe(4)
})

test('fetches the rows after the next sign-in, then sends pending changes in order and once', async () => {
  const { engine, net, sent, open } = await withQueue()
  await engine.lockAway()
  sent.length = 0
  const again = await open()
  expect(titles(again)).toEqual(['New offline, Me'])
  expect(again.outbox.list()).toHaveLength(3)
  net.isDown = false
  await again.flush()
  await saved(again)
  expect(sent[0]).toBe('pull')
  expect(titles(again)).toEqual(['Kept, edited, Secret Author', 'New offline, Me', 'Other, Secret Author'])
  const fresh = await open(makeDevice(`locked${++devices}`))
  await saved(fresh)
  expect(titles(fresh)).toEqual(titles(again))
})

test('keeps what a tab was just asked to store, even if another tab locks away too', async () => {
  const { engine, net, open, onDisk } = await withQueue()
  const second = await open()
  const { id } = (second.of(books).all() as Book[]).find(({ title }) => title === 'Other')!
  void second.act(remark, { id, text: 'The very last word' })
  await Promise.all([engine.lockAway(), second.lockAway()])
  const disk = await onDisk()
  expect(JSON.stringify(disk)).not.toContain('Secret')
  expect(JSON.stringify(disk.outbox)).toContain('The very last word')
  net.isDown = false
  const again = await open()
  await again.flush()
  await saved(again)
  expect(
    again
      .of(books)
      .get(id)
      ?.remarks.map(({ text }) => text),
  ).toEqual(['The very last word'])
})

test("lets a tab store drafts even if it hasn't noticed that another one locked away", async () => {
  const { engine, open, onDisk } = await withQueue()
  const second = await open()
  const [kept, other] = ['Kept, edited', 'Other'].map(
    (wanted) => (second.of(books).all() as Book[]).find(({ title }) => title === wanted)!.id,
  )
  await engine.lockAway()
  // Makes the tab read the disk, like a refused call.
  await second.act(remark, { id: kept!, text: 'One more' }).saved
  await second.flush()
  await second.act(remark, { id: other!, text: 'The very last word' }).saved
  await second.lockAway()
  const disk = await onDisk()
  expect(JSON.stringify(disk)).not.toContain('Secret')
  expect(JSON.stringify(disk.outbox)).toContain('The very last word')
})

test('deletes a collection the person can no longer see, with all records, and keeps typed text', async () => {
  const { engine, net, onDisk, open, server } = await withQueue()
  await engine.close()
  const see = server.send
  server.send = async (request) => {
    if (request.method !== 'GET') return { status: 403, body: { message: 'No.', code: 'forbidden' } }
    const answer = await see(request)
    const { collections } = answer.body as Feed
    if ('books' in collections) collections.books = null
    return answer
  }
  let taken = 0
  const again: Engine = await open(undefined, { onTakenAway: () => taken++, onSignInNeeded: () => again.resume() })
  await again.writeRecord('user', { name: 'Secret' })
  net.isDown = false
  await again.pull()
  await again.pull()
  await vi.waitFor(async () => expect(JSON.stringify(await onDisk())).not.toContain('Secret'))
  expect(taken).toBe(1)
  expect(
    again
      .of(books)
      .all()
      .map((book) => (book as Book).title),
  ).toEqual(['New offline'])
  expect(again.outbox.list()).toHaveLength(3)
  expect(JSON.stringify((await onDisk()).outbox)).toContain('Typed offline')
})
