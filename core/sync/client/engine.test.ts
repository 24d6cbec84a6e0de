import { afterEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import type { Feed } from '#core/contract/feed.ts'
import { type AnyAction, defineAction, isTemporary } from '../protocol.ts'
import { makeDevice, settle, type TestDevice, turns } from '../testing/device.ts'
import {
  aBook,
  addBook,
  addShelf,
  ann,
  type Book,
  books,
  clearSold,
  discardBook,
  editBook,
  fixtureActions,
  remark,
  type Shelf,
  sellBook,
  sellShelf,
  shelves,
  zone,
} from '../testing/fixture.ts'
import { fixtureServer } from '../testing/fixtureSubject.ts'
import { openEngine } from './engine.ts'
import type { EngineOptions, TransportAnswer, TransportRequest } from './environment.ts'
import type { ShownRow } from './replay.ts'
import type { Engine, Outgoing } from './types.ts'

type Intercept = (request: TransportRequest, next: () => Promise<TransportAnswer>) => Promise<TransportAnswer>
const offline: Intercept = async () => {
  throw new TypeError('Failed to fetch')
}
const answer =
  (status: number, retryAfter?: number): Intercept =>
  async (request, next) =>
    request.method === 'GET' ? next() : { status, body: { message: `No: ${status}`, code: 'no' }, retryAfter }

let devices = 0
const opened: Engine[] = []
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close()
})

/** `net.pass` intercepts the requests. */
function aWorld() {
  const server = fixtureServer()
  const net: { pass: Intercept; sent: TransportRequest[] } = { pass: (_, next) => next(), sent: [] }
  const refused: Outgoing[] = []
  const events: string[] = []
  const device = makeDevice(`unit${++devices}`)

  async function open(on: TestDevice = device, options: Partial<EngineOptions> = {}) {
    const tab = on.openTab()
    const transport = {
      send(request: TransportRequest) {
        net.sent.push(request)
        return net.pass(request, () => server.send(request))
      },
    }
    const engine = await openEngine({
      ...tab.parts,
      actor: ann,
      zone,
      collections: [books, shelves],
      actions: fixtureActions,
      transport,
      onRefused: (outgoing) => refused.push(outgoing),
      onSignInNeeded: () => events.push('signin'),
      onClosed: (why) => events.push(`closed: ${why}`),
      ...options,
    })
    opened.push(engine)
    return { engine, tab }
  }
  const changes = () => net.sent.filter((request) => request.method !== 'GET')
  return { server, net, refused, events, device, open, changes }
}

const shown = (engine: Engine, id: string) => engine.of(books).get(id) as (Book & ShownRow) | undefined
const saved = (engine: Engine) =>
  settle(() => engine.status.get().state === 'saved' && engine.status.get().lastSync !== null, 'saved')
const isIn = (engine: Engine, state: Outgoing['state']) => () => engine.outbox.list()[0]?.state === state

/** Opens an engine with one confirmed book. */
async function withBook(options: Partial<EngineOptions> = {}) {
  const world = aWorld()
  const { engine, tab } = await world.open(world.device, options)
  const { id } = engine.act(addBook, aBook())
  await saved(engine)
  world.net.sent.length = 0
  return { ...world, engine, tab, id: engine.of(books).resolve(id), tempId: id }
}

describe('action', () => {
  test("is on the screen right away, and notifies its row's subscribers in the same turn", async () => {
    const { engine, id, net } = await withBook()
    net.pass = offline
    let heard = 0
    engine.of(books).subscribeRow(id, () => heard++)
    const before = engine.of(books).all()
    engine.act(sellBook, { id, price: 40_000 })
    expect(shown(engine, id)?.status).toBe('sold')
    expect(heard).toBe(1)
    expect(engine.of(books).all()).not.toBe(before)
    expect(engine.of(books).all()).toBe(engine.of(books).all())
  })

  test("isn't sent before the frame that shows it is painted", async () => {
    let frame: (() => void)[] | null = null
    const afterPaint = (work: () => void) => (frame ? frame.push(work) : work())
    const { engine, id, changes } = await withBook({ afterPaint })
    const painted: (() => void)[] = []
    frame = painted
    const before = changes().length
    await engine.act(editBook, { id, title: 'seen first' }).saved
    await turns(50)
    expect([changes().length, painted.length]).toEqual([before, 1])
    painted[0]!()
    await saved(engine)
    expect(changes()).toHaveLength(before + 1)
  })

  test("throws the rule's Refusal and queues nothing", async () => {
    const { engine, id } = await withBook()
    engine.act(sellBook, { id, price: 1 })
    expect(() => engine.act(sellBook, { id, price: 2 })).toThrow(Refusal)
    expect(engine.outbox.list()).toHaveLength(1)
  })

  test("throws a Refusal with the fields' messages for invalid input", async () => {
    const { engine } = await withBook()
    const refusal = expect.objectContaining({ code: 'invalid', errors: { title: 'Please complete this field' } })
    expect(() => engine.act(addBook, aBook({ title: '' }))).toThrow(refusal)
  })

  test('keeps its order among several in one turn', async () => {
    const { engine, id, changes } = await withBook()
    for (const title of ['one', 'two', 'three']) engine.act(editBook, { id, title })
    await saved(engine)
    expect(changes().map(({ body }) => (body as { title: string }).title)).toEqual(['one', 'two', 'three'])
    expect(shown(engine, id)?.title).toBe('three')
  })

  test('restores the view, rejects, and leaves the queue unchanged on a full disk', async () => {
    const { engine, id, tab, net } = await withBook()
    net.pass = offline
    await engine.act(editBook, { id, title: 'kept' }).saved
    tab.faults.onTransaction = (mode) => {
      if (mode === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const { saved: lost } = engine.act(editBook, { id, title: 'not kept' })
    const created = engine.act(addBook, aBook())
    expect(shown(engine, id)?.title).toBe('not kept')
    await expect(lost).rejects.toThrow('The disk is full.')
    await expect(created.saved).rejects.toThrow('The disk is full.')
    tab.faults.onTransaction = null
    expect(shown(engine, id)?.title).toBe('kept')
    expect(engine.of(books).get(created.id)).toBeUndefined()
    expect(engine.outbox.list().map((one) => one.input)).toEqual([{ id, title: 'kept' }])
  })

  test('reports a full disk on start, and is sent once there is space', async () => {
    const { engine, id, tab, net, device, open, events } = await withBook()
    net.pass = offline
    await engine.act(editBook, { id, title: 'kept' }).saved
    tab.kill()
    net.pass = (_, next) => next()
    const made = device.openTab()
    let isFull = true
    made.faults.onTransaction = (mode) => {
      if (isFull && mode === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const { engine: again } = await open({ ...device, openTab: () => made }, { onFull: () => events.push('full') })
    await settle(() => events.includes('full'), 'a word about the disk')
    expect(again.outbox.list()).toHaveLength(1)
    isFull = false
    await settle(() => {
      device.clock.advance(5000)
      return again.status.get().state === 'saved' && again.outbox.list().length === 0
    }, 'sent')
    expect(shown(again, id)?.title).toBe('kept')
  })

  test('on each row clears what is sold, including rows that the server later deletes', async () => {
    const { engine, id, server } = await withBook()
    engine.act(sellBook, { id, price: 1 })
    engine.act(clearSold, {})
    expect(engine.of(books).all()).toHaveLength(0)
    await saved(engine)
    expect(engine.of(books).all()).toHaveLength(0)
    expect(server.rows(books).size).toBe(0)
  })
})

describe('temporary rows', () => {
  test('sends the real ID, never a temporary one, in requests that depend on a create', async () => {
    const { engine, changes } = await withBook()
    const { id } = engine.act(addBook, aBook({ place: 'New' }))
    expect(isTemporary(id)).toBe(true)
    expect(shown(engine, id)?.isTemp).toBe(true)
    engine.act(remark, { id, text: 'Typed before the answer' })
    engine.act(editBook, { id, author: 'Somebody' })
    await saved(engine)
    expect(JSON.stringify(changes().map(({ address, body }) => [address, body]))).not.toContain('tmp:')
    expect(shown(engine, id)?.remarks).toMatchObject([{ text: 'Typed before the answer' }])
  })

  test('keeps a component that holds the temporary ID working with the real row', async () => {
    const { engine } = await withBook()
    const { id } = engine.act(addBook, aBook({ place: 'New' }))
    let heard = 0
    engine.of(books).subscribeRow(id, () => heard++)
    await saved(engine)
    expect(isTemporary(engine.of(books).resolve(id))).toBe(false)
    expect(shown(engine, id)?.isTemp).toBeUndefined()
    const before = heard
    engine.act(editBook, { id, title: 'By the old id' })
    expect(heard).toBe(before + 1)
    expect(
      engine
        .of(books)
        .all()
        .filter((row) => isTemporary(row.id)),
    ).toHaveLength(0)
  })

  test('resolves the temporary ID even after a restart', async () => {
    const { engine, open, tempId } = await withBook()
    await engine.close()
    const again = await open()
    expect(shown(again.engine, tempId)?.place).toBe(aBook().place)
  })

  test('keeps a refused create and its dependents, flagged, and retries all of them', async () => {
    const { engine, net, refused } = await withBook()
    net.pass = answer(400)
    const { id, key } = engine.act(addBook, aBook({ place: 'New' }))
    engine.act(remark, { id, text: 'Follows' })
    await settle(() => refused.length === 1)
    expect(shown(engine, id)).toMatchObject({ isTemp: true, error: 'No: 400', remarks: [{ text: 'Follows' }] })
    expect(engine.outbox.list().map((one) => one.state)).toEqual(['refused', 'parked'])
    net.pass = (_, next) => next()
    await engine.retry(key, aBook({ place: 'Mended' }))
    await saved(engine)
    expect(shown(engine, id)).toMatchObject({ place: 'Mended', remarks: [{ text: 'Follows' }] })
    expect(shown(engine, id)?.error).toBeUndefined()
  })

  test('removes a refused create and its dependents on dismiss', async () => {
    const { engine, net, refused } = await withBook()
    net.pass = answer(400)
    const { id, key } = engine.act(addBook, aBook())
    engine.act(remark, { id, text: 'Follows' })
    await settle(() => refused.length === 1)
    await engine.dismiss(key)
    expect(engine.of(books).get(id)).toBeUndefined()
    expect(engine.outbox.list()).toHaveLength(0)
  })
})

describe('joining of pending actions', () => {
  const edit: typeof editBook = { ...editBook, joined: (earlier, later) => ({ ...earlier, ...later }) }
  const actions = fixtureActions.map((one: AnyAction) => (one === editBook ? edit : one))
  const inputs = (engine: Engine) => engine.outbox.list().map(({ input }) => input)

  test("merges later actions into one that hasn't been sent, under its key", async () => {
    const { engine, id, net, changes, open, device, tab } = await withBook({ actions })
    net.pass = offline
    const first = engine.act(edit, { id, title: 'sent in vain' })
    await settle(() => changes().length === 1)
    const second = engine.act(edit, { id, title: 'waits' })
    engine.act(edit, { id, author: 'Ann' })
    await engine.act(edit, { id, title: 'last' }).saved
    expect(shown(engine, id)).toMatchObject({ title: 'last', author: 'Ann' })
    await settle(() => inputs(engine).length === 2, 'two that wait')
    expect(inputs(engine)).toEqual([
      { id, title: 'sent in vain' },
      { id, title: 'last', author: 'Ann' },
    ])
    tab.kill()
    const { engine: again } = await open(device, { actions })
    expect(shown(again, id)).toMatchObject({ title: 'last', author: 'Ann' })
    net.pass = (_, next) => next()
    await again.flush()
    await saved(again)
    expect(
      changes()
        .slice(-2)
        .map(({ key }) => key),
    ).toEqual([first.key, second.key])
    expect(shown(again, id)).toMatchObject({ title: 'last', author: 'Ann' })
  })

  test("doesn't merge across another action on the same row or on each row", async () => {
    const { engine, id, net, changes } = await withBook({ actions })
    net.pass = offline
    engine.act(edit, { id, title: 'sent in vain' })
    await settle(() => changes().length === 1)
    engine.act(edit, { id, title: 'one' })
    engine.act(remark, { id, text: 'between' })
    engine.act(edit, { id, title: 'two' })
    engine.act(clearSold, {})
    await engine.act(edit, { id, title: 'three' }).saved
    expect(engine.outbox.list()).toHaveLength(6)
  })
})

describe('collection loaded later', () => {
  const early = {
    collections: [books],
    actions: fixtureActions.filter(({ collection }: AnyAction) => collection === books),
  }
  const shelving = {
    collections: [shelves],
    actions: fixtureActions.filter(({ collection }: AnyAction) => collection === shelves),
  }

  test('is fetched, shown, and sent once requested, and loaded only once', async () => {
    const { net, device, open, changes } = aWorld()
    const first = await open()
    first.engine.act(addShelf, { label: 'by the door' })
    await saved(first.engine)
    const [shelf] = first.engine.of(shelves).all()
    net.pass = offline
    await first.engine.act(sellShelf, { id: shelf!.id }).saved
    await first.engine.close()

    let loads = 0
    const later = async () => {
      loads++
      return shelving
    }
    const { engine } = await open(device, { ...early, later })
    expect(() => engine.of(shelves)).toThrow('The engine has no collection “shelves.”')
    await turns(50)
    expect([engine.outbox.list(), engine.status.get().attention]).toEqual([[], 0])
    await Promise.all([engine.learn(), engine.learn()])
    expect(loads).toBe(1)
    expect(engine.of(shelves).all()).toEqual([{ ...shelf, status: 'sold' }])
    expect(engine.outbox.list().map(({ action, state }) => [action, state])).toEqual([['sellShelf', 'waiting']])
    net.pass = (_, next) => next()
    await engine.flush()
    await saved(engine)
    expect(changes().at(-1)?.address).toContain('sellShelf')
    expect(engine.of(shelves).isKept()).toBe(true)
  })

  test('comes from the server if the device has none, and is requested again after a failed load', async () => {
    const { open, device, server } = aWorld()
    server.change(shelves, 's1', { id: 's1', label: 'above', status: 'kept' } as Shelf)
    let isThere = false
    const later = async () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return shelving
    }
    const { engine } = await open(device, { ...early, later })
    await saved(engine)
    await expect(engine.learn()).rejects.toThrow('Failed to fetch')
    isThere = true
    await engine.learn()
    await settle(() => engine.of(shelves).all().length === 1, 'the shelf')
    expect(engine.of(shelves).get('s1')).toMatchObject({ label: 'above' })
  })

  test('reports nothing if the engine closes in the meantime', async () => {
    const { open, device } = aWorld()
    const { engine } = await open(device, { ...early, later: () => engine.close().then(() => shelving) })
    let told = false
    const tell = () => {
      told = true
    }
    engine.learn().then(tell, tell)
    await turns(50)
    expect(told).toBe(false)
  })
})

describe('queued action', () => {
  test('is reported as unsaved until the disk has it', async () => {
    const { engine, id, net } = await withBook()
    net.pass = offline
    const { saved } = engine.act(editBook, { id, title: 'kept' })
    expect(engine.status.get()).toMatchObject({ waiting: 1, unkept: 1 })
    await saved
    expect(engine.status.get()).toMatchObject({ waiting: 1, unkept: 0 })
  })

  for (const [name, failure] of [
    ['no network', offline],
    ['500', answer(500)],
    ['503', answer(503)],
  ] as const) {
    test(`${name}: keeps its key and backs off for longer each time, unless "flush" overrides it`, async () => {
      const { engine, id, net, changes, device } = await withBook()
      net.pass = failure
      engine.act(editBook, { id, title: 'kept' })
      await settle(() => engine.outbox.list()[0]?.attempts === 1 && engine.status.get().state === 'offline')
      device.clock.advance(600)
      await turns(30)
      expect(changes()).toHaveLength(1)
      device.clock.advance(500)
      await settle(() => changes().length === 2)
      net.pass = (_, next) => next()
      await engine.flush()
      await saved(engine)
      expect(new Set(changes().map(({ key }) => key)).size).toBe(1)
      expect(shown(engine, id)?.title).toBe('kept')
    })
  }

  test('is sent without reading a long outbox again each time', async () => {
    const { engine, id, net, tab, server } = await withBook()
    net.pass = offline
    tab.setOnline(false)
    const acted = Array.from({ length: 200 }, (_, i) => engine.act(editBook, { id, title: `Title ${i}` }).saved)
    await Promise.all(acted)
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll')
    net.pass = (_, next) => next()
    tab.setOnline(true)
    await engine.flush()
    await saved(engine)
    const times = read.mock.contexts.filter((store) => (store as IDBObjectStore).name === 'outbox').length
    read.mockRestore()
    expect(times).toBeLessThan(10)
    expect(server.rows(books).get(id)).toMatchObject({ title: 'Title 199' })
  })

  describe('marked as quiet', () => {
    const dust = { ...editBook, name: 'dustBook', isQuiet: true } as const
    const quietly = async () => {
      const world = await withBook({ actions: [...fixtureActions, dust] })
      world.net.pass = offline
      world.engine.act(dust, { id: world.id, title: 'dusted' })
      await settle(() => world.changes().length === 1)
      return world
    }

    test('is shown, stored, and sent like any other, but not listed as pending', async () => {
      const { engine, id, net, changes, server, refused } = await quietly()
      expect(shown(engine, id)?.title).toBe('dusted')
      expect([engine.status.get().waiting, engine.outbox.list()]).toEqual([0, []])
      net.pass = (_, next) => next()
      await engine.flush()
      await settle(() => server.rows(books).get(id) !== undefined && changes().length >= 2)
      expect(
        new Set(
          changes()
            .slice(1)
            .map(({ key }) => key),
        ).size,
      ).toBe(1)
      expect(refused).toEqual([])
    })

    test('is dropped silently if its row no longer exists, and the row reverts to the server’s', async () => {
      const { engine, id, net, refused } = await quietly()
      net.pass = answer(404)
      await engine.flush()
      await settle(() => shown(engine, id)?.title === 'Middlemarch')
      expect([engine.status.get().state, engine.outbox.list(), refused]).toEqual(['saved', [], []])
    })

    test('is reported like any other if refused for another reason', async () => {
      const { engine, net, refused } = await quietly()
      net.pass = answer(400)
      await engine.flush()
      await settle(isIn(engine, 'refused'))
      expect([engine.status.get().state, refused.length]).toEqual(['attention', 1])
    })
  })

  test('is sent again unchanged and applied once if its response was lost', async () => {
    const { engine, id, net, changes, server } = await withBook()
    net.pass = async (_, next) => {
      await next()
      throw new TypeError('Failed to fetch')
    }
    engine.act(remark, { id, text: 'Once' })
    await settle(() => engine.outbox.list()[0]?.attempts === 1 && isIn(engine, 'waiting')())
    net.pass = (_, next) => next()
    await engine.pull()
    await saved(engine)
    const [first, second] = changes()
    expect([second?.key, second?.method, second?.address, second?.body]).toEqual([
      first?.key,
      first?.method,
      first?.address,
      first?.body,
    ])
    expect((await server.applied()).filter((key) => key === first?.key)).toHaveLength(1)
  })

  test("429: is sent again after Retry-After, not before, and doesn't count as offline", async () => {
    const { engine, id, net, changes, device } = await withBook()
    net.pass = answer(429, 20)
    engine.act(editBook, { id, title: 'patient' })
    await settle(() => engine.outbox.list()[0]?.attempts === 1 && isIn(engine, 'waiting')())
    expect(engine.status.get().state).toBe('waiting')
    net.pass = (_, next) => next()
    device.clock.advance(19_000)
    await turns(30)
    expect(changes()).toHaveLength(1)
    device.clock.advance(1100)
    await saved(engine)
    expect(changes()).toHaveLength(2)
  })

  test('counts as unanswered after 30 seconds', async () => {
    const { engine, id, net, device, changes } = await withBook()
    net.pass = () => new Promise(() => {})
    engine.act(editBook, { id, title: 'late' })
    await settle(() => changes().length === 1)
    device.clock.advance(30_000)
    await settle(() => engine.status.get().state === 'offline')
    expect(changes()[0]?.signal.aborted).toBe(true)
    expect(isIn(engine, 'waiting')()).toBe(true)
  })

  test('401: waits for the person and continues after they sign in again', async () => {
    const { engine, id, net, events, changes } = await withBook()
    net.pass = answer(401)
    engine.act(editBook, { id, title: 'kept' })
    await settle(() => engine.status.get().state === 'signin')
    expect(events).toEqual(['signin'])
    await engine.flush()
    expect(changes()).toHaveLength(1)
    net.pass = (_, next) => next()
    engine.resume()
    await saved(engine)
    expect(shown(engine, id)?.title).toBe('kept')
  })

  test('403: waits like 401 once, and is refused if it happens again after a fresh sign-in', async () => {
    const { engine, id, net, refused } = await withBook()
    net.pass = answer(403)
    engine.act(editBook, { id, title: 'forbidden' })
    await settle(() => engine.status.get().state === 'signin')
    engine.resume()
    await settle(() => refused.length === 1)
    expect(shown(engine, id)?.title).toBe(aBook().title)
  })

  for (const status of [400, 404, 409, 413]) {
    test(`${status}: is rolled back right away, and keeps its message and input until dismissed`, async () => {
      const { engine, id, net, refused } = await withBook()
      net.pass = answer(status)
      const { key } = engine.act(editBook, { id, title: 'refused' })
      engine.act(editBook, { id, author: 'Goes on' })
      await settle(() => refused.length > 0)
      net.pass = (_, next) => next()
      expect(shown(engine, id)?.title).toBe(aBook().title)
      const one = engine.outbox.list().find((other) => other.key === key)
      expect(one).toMatchObject({
        state: 'refused',
        input: { id, title: 'refused' },
        problem: { message: `No: ${status}` },
      })
      expect(engine.status.get().state).toBe('attention')
      await engine.flush()
      for (const other of engine.outbox.list()) await engine.dismiss(other.key)
      await saved(engine)
    })
  }

  test('is parked visibly if it has a bug, and the rest continues', async () => {
    const broken = defineAction({
      ...(editBook as AnyAction),
      name: 'broken',
      request: () => {
        throw new Error('a bug')
      },
    })
    const { open, net } = aWorld()
    const { engine } = await open(undefined, { actions: [...fixtureActions, broken] })
    const { id } = engine.act(addBook, aBook())
    engine.act(broken, { id, title: 'never sent' })
    engine.act(editBook, { id, author: 'Goes on' })
    await settle(() => engine.status.get().waiting === 0)
    expect(engine.outbox.list()).toMatchObject([{ action: 'broken', state: 'parked', problem: { code: 'bug' } }])
    expect(shown(engine, id)).toMatchObject({ author: 'Goes on', title: aBook().title })
    expect(net.sent.some(({ body }) => JSON.stringify(body)?.includes('never sent'))).toBe(false)
  })

  test('is sent again under the same key after an incomplete response', async () => {
    const { engine, id, net, changes } = await withBook()
    net.pass = async (_, next) => {
      await next()
      return { status: 200, body: { id } }
    }
    engine.act(editBook, { id, title: 'whole' })
    await settle(() => engine.status.get().state === 'offline')
    net.pass = (_, next) => next()
    await engine.flush()
    await saved(engine)
    expect(changes()[0]?.key).toBe(changes()[1]?.key)
    expect(shown(engine, id)).toMatchObject({ title: 'whole', place: aBook().place })
  })

  test('of a newer version is set aside, and the rest continues', async () => {
    const { open, device } = aWorld()
    const newer = defineAction({ ...(editBook as AnyAction), name: 'fromTheFuture' })
    const { engine, tab } = await open(device, {
      actions: [...fixtureActions, newer],
      version: 2,
      transport: { send: () => Promise.reject(new TypeError()) },
    })
    const { id } = engine.act(addBook, aBook())
    await engine.act(newer, { id, title: 'future' }).saved
    tab.kill()
    const old = await open()
    await settle(() => old.engine.status.get().waiting === 0)
    expect(old.engine.outbox.list()).toMatchObject([
      { action: 'fromTheFuture', state: 'parked', problem: { code: 'newer_version' } },
    ])
  })

  test('of an older version is migrated, never deleted', async () => {
    const { open, net } = aWorld()
    net.pass = offline
    const { engine } = await open()
    await engine.act(addBook, aBook({ title: 'old shape' })).saved
    await engine.close()
    net.pass = (_, next) => next()
    const { engine: next } = await open(undefined, {
      version: 2,
      migrate: ({ action, input }) => ({ action, input: { ...(input as object), title: 'new shape' } }),
    })
    await saved(next)
    expect(next.of(books).all()).toMatchObject([{ title: 'new shape' }])
  })
})

describe('retry', () => {
  test('sends a refused change again under a new key and leaves nothing behind', async () => {
    const { engine, id, net, refused, changes } = await withBook()
    net.pass = answer(409)
    const { key } = engine.act(editBook, { id, title: 'again' })
    await settle(() => refused.length === 1)
    net.pass = (_, next) => next()
    await engine.retry(key)
    await saved(engine)
    expect(changes().map((request) => request.key === key)).toEqual([true, false])
    expect(shown(engine, id)?.title).toBe('again')
  })
})

describe('cancellation', () => {
  test('removes what is still pending; a create takes its dependents along', async () => {
    const { engine, id, net, tab, changes } = await withBook()
    tab.setOnline(false)
    net.pass = offline
    const edit = engine.act(editBook, { id, title: 'oops' })
    const create = engine.act(addBook, aBook())
    await engine.act(remark, { id: create.id, text: 'x' }).saved
    expect(await engine.takeBack(edit.key)).toBe(true)
    expect(await engine.takeBack(create.key)).toBe(true)
    expect(shown(engine, id)?.title).toBe(aBook().title)
    expect(engine.of(books).all()).toHaveLength(1)
    expect(engine.outbox.list()).toHaveLength(0)
    expect(changes()).toHaveLength(0)
  })

  test("doesn't cancel an action that is being sent or may have arrived", async () => {
    const { engine, id, net, changes, device } = await withBook()
    net.pass = () => new Promise(() => {})
    const { key } = engine.act(editBook, { id, title: 'on its way' })
    await settle(() => changes().length === 1)
    expect(await engine.takeBack(key)).toBe(false)
    device.clock.advance(30_000)
    await settle(isIn(engine, 'waiting'))
    expect(await engine.takeBack(key)).toBe(false)
    expect(shown(engine, id)?.title).toBe('on its way')
  })
})

describe('pulling', () => {
  test("applies a colleague's change below queued actions, never over them", async () => {
    const { engine, id, server, net, tab } = await withBook()
    net.pass = async (request, next) => (request.method === 'GET' ? next() : { status: 503, body: null })
    engine.act(editBook, { id, title: 'mine' })
    server.change(books, id, { ...(server.rows(books).get(id) as Book), title: 'theirs', author: 'Theirs' } as Book)
    await engine.pull()
    expect(shown(engine, id)).toMatchObject({ title: 'mine', author: 'Theirs' })
    net.pass = (_, next) => next()
    tab.focus()
    await saved(engine)
    expect(server.rows(books).get(id)).toMatchObject({ title: 'mine', author: 'Theirs' })
  })

  test('removes rows deleted on the server and refuses queued actions on them with a sentence', async () => {
    const { engine, id, server, net, refused } = await withBook()
    net.pass = offline
    engine.act(editBook, { id, title: 'too late' })
    await settle(() => engine.status.get().state === 'offline')
    server.change(books, id, null)
    net.pass = (_, next) => next()
    await engine.pull()
    await settle(() => refused.length === 1)
    await engine.pull()
    expect(engine.of(books).get(id)).toBeUndefined()
    expect(refused[0]).toMatchObject({
      problem: { message: 'There is no such book.' },
      input: { title: 'too late' },
    })
  })

  test("doesn't let the old response to a repeated request hide later changes", async () => {
    const { engine, id, server, net } = await withBook()
    net.pass = async (request, next) => {
      if (request.method === 'GET') return next()
      await next()
      throw new TypeError('Failed to fetch')
    }
    engine.act(editBook, { id, title: 'mine' })
    await settle(() => engine.status.get().state === 'offline')
    server.change(books, id, { ...(server.rows(books).get(id) as Book), author: 'Changed since' } as Book)
    await engine.pull()
    net.pass = (_, next) => next()
    await engine.flush()
    await engine.pull()
    expect(shown(engine, id)).toMatchObject({ title: 'mine', author: 'Changed since' })
  })

  test('fetches everything again if the server rejects the cursor', async () => {
    const { engine, id, server, net } = await withBook()
    net.pass = async ({ address }, next) =>
      /:\d/.test(decodeURIComponent(address)) ? { status: 400, body: null } : next()
    server.change(books, id, null)
    await engine.pull()
    await engine.pull()
    expect(engine.of(books).get(id)).toBeUndefined()
  })

  test('reads all pages, including the first time, without one hiding another', async () => {
    const { open, net } = aWorld()
    const make = await open()
    for (let i = 0; i < 12; i++) make.engine.act(addBook, aBook({ title: `Book ${i}` }))
    await saved(make.engine)
    net.sent.length = 0
    const other = await open(makeDevice(`unit${++devices}`))
    const seen = new Set<number>()
    other.engine.of(books).subscribe(() => seen.add(other.engine.of(books).all().length))
    await other.engine.pull()
    expect(net.sent.length).toBeGreaterThan(2)
    expect(other.engine.of(books).all()).toHaveLength(12)
    expect([...seen]).toEqual([12])
    for (let i = 12; i < 24; i++) make.engine.act(addBook, aBook({ title: `Book ${i}` }))
    await saved(make.engine)
    await other.engine.pull()
    expect(other.engine.of(books).all()).toHaveLength(24)
  })

  test("doesn't pull a create that is still unanswered", async () => {
    const { engine, net } = await withBook()
    net.pass = async (request, next) => {
      const said = await next()
      if (request.method !== 'GET') throw new TypeError('Failed to fetch')
      return said
    }
    engine.act(addBook, aBook({ place: 'Twice?' }))
    await settle(() => engine.status.get().state === 'offline')
    await engine.pull()
    expect(
      engine
        .of(books)
        .all()
        .filter((row) => (row as Book).place === 'Twice?'),
    ).toHaveLength(1)
    net.pass = (_, next) => next()
    await engine.flush()
    await saved(engine)
    expect(engine.of(books).all()).toHaveLength(2)
  })

  test('keeps the identity of an unchanged row', async () => {
    const { engine, id } = await withBook()
    const before = engine.of(books).get(id)
    await engine.pull()
    expect(engine.of(books).get(id)).toBe(before)
  })
})

describe('collection', () => {
  test('has its own rows, and an action on each row of one leaves the others alone', async () => {
    const { engine, id, server } = await withBook()
    const { id: shelf } = engine.act(addShelf, { label: 'By the window' })
    engine.act(sellShelf, { id: shelf })
    engine.act(sellBook, { id, price: 1 })
    engine.act(clearSold, {})
    expect(engine.of(books).all()).toEqual([])
    expect(engine.of(shelves).all()).toMatchObject([{ label: 'By the window', status: 'sold' }])
    expect(engine.of(books).get(shelf)).toBeUndefined()
    await saved(engine)
    expect(server.rows(books).size).toBe(0)
    expect(engine.of(shelves).all()).toEqual([...server.rows(shelves).values()])
    expect(engine.outbox.list()).toEqual([])
  })

  test("doesn't notify subscribers of another one", async () => {
    const { engine } = await withBook()
    const before = engine.of(books).all()
    let heard = 0
    engine.of(books).subscribe(() => heard++)
    engine.act(addShelf, { label: 'By the window' })
    await saved(engine)
    expect(heard).toBe(0)
    expect(engine.of(books).all()).toBe(before)
  })

  test('is fetched completely if new on the device, while the others continue from their cursors', async () => {
    const { open, server, net, device } = aWorld()
    server.change(shelves, 'shelf-1', { id: 'shelf-1', label: 'Old', status: 'kept' } as Shelf)
    const before = await open(device, { collections: [books], actions: [addBook] })
    before.engine.act(addBook, aBook())
    await saved(before.engine)
    await before.engine.pull()
    await before.engine.close()
    net.sent.length = 0
    const { engine } = await open()
    await saved(engine)
    await engine.pull()
    expect(decodeURIComponent(net.sent[0]!.address)).toMatch(/after=books:\d+,shelves$/)
    expect(engine.of(shelves).all()).toMatchObject([{ label: 'Old' }])
    expect(engine.of(books).all()).toHaveLength(1)
  })

  test('is removed if the person can no longer see it, and fetched completely if it returns', async () => {
    const { engine, id, net } = await withBook()
    engine.act(addShelf, { label: 'Stays' })
    await saved(engine)
    const denied: Intercept = async (request, next) => {
      const answer = await next()
      if (request.method === 'GET') (answer.body as Feed).collections.books = null
      return answer
    }
    net.pass = denied
    await engine.pull()
    await engine.pull()
    expect(engine.of(books).all()).toEqual([])
    expect(engine.of(shelves).all()).toHaveLength(1)
    net.pass = (_, next) => next()
    await engine.pull()
    expect(engine.of(books).get(id)).toBeDefined()
  })

  test("is sent completely if the server can't continue from a cursor, and missing rows are deleted", async () => {
    const { engine, id, net, server } = await withBook()
    server.change(books, 'book-2', { ...(server.rows(books).get(id) as Book), id: 'book-2' } as Book)
    await engine.pull()
    net.pass = async (request, next) => {
      if (request.method !== 'GET') return next()
      const rows = [server.rows(books).get('book-2')!]
      return {
        status: 200,
        body: { collections: { books: { rows, gone: [], cursor: '1', more: false, reset: true } } },
      }
    }
    await engine.pull()
    expect(
      engine
        .of(books)
        .all()
        .map((book) => book.id),
    ).toEqual(['book-2'])
  })

  test('leaves rows, responses, and queued actions of unknown kinds alone', async () => {
    const { open, net, device, server } = aWorld()
    const newer = await open(device, { version: 2 })
    newer.engine.act(addBook, aBook())
    newer.engine.act(addShelf, { label: 'Sent' })
    await saved(newer.engine)
    net.pass = offline
    await newer.engine.act(addShelf, { label: 'Waits' }).saved
    newer.tab.kill()
    net.pass = async (request, next) => {
      const answer = await next()
      if (request.method === 'GET')
        (answer.body as Feed).collections.lamps = { rows: [{ id: 'l' }], gone: [], cursor: '9', more: true }
      return answer
    }
    const only = [addBook, editBook, sellBook, remark, discardBook, clearSold]
    const { engine, tab } = await open(device, { collections: [books], actions: only })
    await engine.pull()
    engine.act(editBook, { id: engine.of(books).all()[0]!.id, title: 'Goes on' })
    engine.act(clearSold, {})
    await settle(() => engine.status.get().waiting === 0)
    expect(engine.outbox.list()).toMatchObject([
      { action: 'addShelf', state: 'parked', problem: { code: 'newer_version' } },
    ])
    expect(() => engine.of(shelves)).toThrow('shelves')
    tab.kill()
    net.pass = (_, next) => next()
    const again = await open(device, { version: 2 })
    await saved(again.engine)
    expect(
      again.engine
        .of(shelves)
        .all()
        .map(({ label }) => label),
    ).toEqual(['Sent', 'Waits'])
    expect(again.engine.of(books).all()).toMatchObject([{ title: 'Goes on' }])
    expect(server.rows(shelves).size).toBe(2)
  })
})

describe('tabs and restarts', () => {
  test("continues a killed tab's queue at the next start", async () => {
    const { engine, id, net, tab, open, server } = await withBook()
    net.pass = () => new Promise(() => {})
    await engine.act(sellBook, { id, price: 5 }).saved
    tab.kill()
    net.pass = (_, next) => next()
    const next = await open()
    expect(shown(next.engine, id)?.status).toBe('sold')
    await saved(next.engine)
    expect(server.rows(books).get(id)).toMatchObject({ status: 'sold', price: 5 })
  })

  test('returns what a killed tab was sending to the queue, even offline', async () => {
    const { engine, id, net, tab, open, changes, device } = await withBook()
    net.pass = () => new Promise(() => {})
    await engine.act(sellBook, { id, price: 5 }).saved
    await settle(() => changes().length === 1)
    tab.kill()
    const next = await open(device, { isOnline: () => false })
    await settle(isIn(next.engine, 'waiting'))
  })

  test('sends each action once and in order from two tabs, and both show the same', async () => {
    const { engine: first, id, open, changes } = await withBook()
    const { engine: second } = await open()
    first.act(editBook, { id, title: 'first' })
    second.act(editBook, { id, author: 'second' })
    first.act(editBook, { id, place: 'third' })
    await settle(() => changes().length === 3 && [first, second].every((engine) => engine.outbox.list().length === 0))
    const keys = changes().map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    for (const engine of [first, second])
      expect(shown(engine, id)).toMatchObject({ title: 'first', author: 'second', place: 'third' })
  })

  test("doesn't flicker while another tab writes", async () => {
    const { engine: first, id, open, net } = await withBook()
    const { engine: second } = await open()
    net.pass = offline
    for (let i = 0; i < 20; i++) {
      second.act(editBook, { id, author: `Author ${i}` })
      await turns(i % 4)
      first.act(editBook, { id, title: `Title ${i}` })
      for (let turn = 0; turn < 4; turn++) {
        await turns(1)
        expect(shown(first, id)?.title).toBe(`Title ${i}`)
      }
    }
  })

  test('continues in the next tab when the sending tab dies', async () => {
    const { id, open, tab, net, server } = await withBook()
    const { engine: second } = await open()
    net.pass = () => new Promise(() => {})
    await second.act(editBook, { id, title: 'left over' }).saved
    await settle(() => second.outbox.list()[0]?.state === 'sending')
    net.pass = (_, next) => next()
    tab.kill()
    await settle(() => second.outbox.list().length === 0)
    expect(server.rows(books).get(id)).toMatchObject({ title: 'left over' })
  })

  test('decides again in a tab with an outdated view on what the other tab wrote', async () => {
    const { engine: first, id, open, net } = await withBook()
    const { engine: second } = await open()
    net.pass = offline
    const won = first.act(sellBook, { id, price: 1 })
    const alsoWon = second.act(sellBook, { id, price: 2 })
    await won.saved
    await expect(alsoWon.saved).rejects.toThrow(Refusal)
    await settle(() => shown(second, id)?.price === 1)
    expect(second.outbox.list()).toHaveLength(1)
  })

  test('stops an old tab when a newer version opens', async () => {
    const { engine, events, open, id } = await withBook()
    await open(undefined, { version: 2 })
    await settle(() => events.includes('closed: newer'))
    await expect(engine.act(editBook, { id, title: 'x' }).saved).rejects.toThrow('closed')
  })

  test("doesn't stall the queue when the clock is turned back", async () => {
    const { engine, id, net, device, changes } = await withBook()
    net.pass = offline
    engine.act(editBook, { id, title: 'x' })
    await settle(() => engine.outbox.list()[0]?.attempts === 1 && engine.status.get().state === 'offline')
    device.clock.jump(-86_400_000)
    net.pass = (_, next) => next()
    device.clock.advance(1100)
    await saved(engine)
    expect(changes()).toHaveLength(2)
  })

  test('loads rows of later statuses right after the first ones', async () => {
    const { engine, id, open, device } = await withBook()
    engine.act(sellBook, { id, price: 1 })
    await saved(engine)
    await engine.close()
    const { engine: again } = await open()
    expect(again.of(books).get(id)).toBeUndefined()
    device.clock.advance(1)
    await settle(() => again.of(books).get(id) !== undefined)
  })
})

describe('the local database', () => {
  test('is reopened after the browser closes it, and nothing is lost', async () => {
    const { engine, id, tab, server, events } = await withBook()
    tab.closeConnections()
    await engine.act(editBook, { id, title: 'after the closing' }).saved
    await saved(engine)
    expect(server.rows(books).get(id)).toMatchObject({ title: 'after the closing' })
    expect(events).toEqual([])
  })

  test("ends the session if it can't be reopened, and keeps the queue on the device", async () => {
    const { open, net, events, device } = aWorld()
    net.pass = offline
    let isBroken = false
    const tabs = device.openTab()
    const { engine, tab } = await open(undefined, {
      database: {
        ...tabs.parts.database,
        open: (...given) =>
          isBroken ? Promise.reject(new DOMException('broken', 'UnknownError')) : tabs.parts.database.open(...given),
      },
    })
    await engine.act(addBook, aBook()).saved
    isBroken = true
    tabs.closeConnections()
    await expect(engine.act(addBook, aBook()).saved).rejects.toThrow('broken')
    expect(events).toEqual(['closed: lost'])
    tab.kill()
    const again = await open()
    expect(again.engine.outbox.list()).toHaveLength(1)
  })

  test('stores at most 50 revision IDs per row on mobile, and no base after confirmation', async () => {
    const { open, device } = aWorld()
    const { engine } = await open(undefined, { isMobile: true })
    const { id } = engine.act(addBook, aBook())
    await saved(engine)
    for (let i = 0; i < 40; i++) engine.act(editBook, { id, title: `Title ${i}` })
    await saved(engine)
    await engine.close()
    const { openDB } = await import('idb')
    const db = await openDB(device.name)
    const kept = await db.get('rows', ['books', engine.of(books).resolve(id)])
    db.close()
    expect(kept._revs).toHaveLength(50)
    expect(kept._revs[0]).toBe(kept._rev)
    expect('base' in kept).toBe(false)
  })

  test('stores small records with their time, and leaves nothing after destroy', async () => {
    const { engine, open } = await withBook()
    await engine.writeRecord('idhud', { score: 80 })
    expect(await engine.readRecord('idhud')).toMatchObject({
      value: { score: 80 },
      at: expect.stringMatching(/^2026-11-20T/),
    })
    await engine.destroy()
    const { engine: fresh } = await open()
    expect(await fresh.readRecord('idhud')).toBeUndefined()
    expect(fresh.of(books).all()).toHaveLength(0)
  })

  test('closes cleanly when another tab destroys it', async () => {
    const { engine, open, events } = await withBook()
    const { engine: second } = await open()
    await second.destroy()
    expect(events).toEqual(['closed: deleted'])
    await expect(engine.act(addBook, aBook()).saved).rejects.toThrow('closed')
    expect(engine.of(books).all()).toHaveLength(1)
  })

  test('reports since when it has been offline, and that a first fetch failed', async () => {
    const { open, net, device } = aWorld()
    net.pass = offline
    const { engine } = await open()
    await settle(() => engine.status.get().isLoaded)
    expect(engine.status.get()).toMatchObject({
      state: 'offline',
      offlineSince: new Date(device.clock.now()).toISOString(),
      lastSync: null,
    })
    expect(engine.actor).toBe(ann)
  })

  test('confirms discarding a book without a response body', async () => {
    const { engine, id, server } = await withBook()
    engine.act(sellBook, { id, price: 1 })
    engine.act(discardBook, { id })
    await saved(engine)
    expect(engine.of(books).all()).toHaveLength(0)
    expect(server.rows(books).size).toBe(0)
  })
})
