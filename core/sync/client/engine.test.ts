import { afterEach, describe, expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { type AnyAction, defineAction, isTemporary } from '#core/sync/protocol.ts'
import { targetActions } from '#features/targets/actions.ts'
import type { Target } from '#features/targets/contract.ts'
import { createTarget, editTarget } from '#features/targets/entering/actions.ts'
import { writeNote } from '#features/targets/notes/actions.ts'
import { completeTarget } from '#features/targets/outcome/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import { takeStep } from '#features/targets/steps/actions.ts'
import { destroyTarget, emptyTrash, trashTarget } from '#features/targets/trash/actions.ts'
import { dana, targetServer, targetSubject } from '#tests/targetRuns.ts'
import { type Engine, type Outgoing, openEngine } from './engine.ts'
import type { EngineOptions, TransportAnswer, TransportRequest } from './parts.ts'
import type { ShownRow } from './replay.ts'
import { makeDevice, settle, type TestDevice, turns } from './testDevice.ts'

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

/** A device with a server; `net.pass` stands between them. */
function aWorld() {
  const server = targetServer()
  const net: { pass: Intercept; sent: TransportRequest[] } = { pass: (_, next) => next(), sent: [] }
  const refused: Outgoing[] = []
  const events: string[] = []
  const device = makeDevice(`unit${++devices}`)

  async function open(on: TestDevice = device, options: Partial<EngineOptions> = {}) {
    const tab = on.openTab()
    const { actor, zone, actions, statuses, pull } = targetSubject(async () => server)
    const transport = {
      send(request: TransportRequest) {
        net.sent.push(request)
        return net.pass(request, () => server.send(request))
      },
    }
    const engine = await openEngine({
      ...tab.parts,
      actor,
      zone,
      actions,
      statuses,
      pull,
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

const shown = (engine: Engine, id: string) => engine.rows.get(id) as (Target & ShownRow) | undefined
const saved = (engine: Engine) =>
  settle(() => engine.status.get().state === 'saved' && engine.status.get().lastSync !== null, 'saved')
const isIn = (engine: Engine, state: Outgoing['state']) => () => engine.outbox.list()[0]?.state === state

/** One confirmed target, and an engine that shows it. */
async function withTarget() {
  const world = aWorld()
  const { engine, tab } = await world.open()
  const { id } = engine.act(createTarget, aTarget())
  await saved(engine)
  world.net.sent.length = 0
  return { ...world, engine, tab, id: engine.rows.resolve(id), tempId: id }
}

describe('acting', () => {
  test("an action is on the screen at once, and its row's subscribers hear of it in the same turn", async () => {
    const { engine, id, net } = await withTarget()
    net.pass = offline
    let heard = 0
    engine.rows.subscribeRow(id, () => heard++)
    const before = engine.rows.all()
    engine.act(completeTarget, { id, revenue: 40_000 })
    expect(shown(engine, id)?.status).toBe('completed')
    expect(heard).toBe(1)
    expect(engine.rows.all()).not.toBe(before)
    expect(engine.rows.all()).toBe(engine.rows.all())
  })

  test('a rule that says no throws its Refusal and queues nothing', async () => {
    const { engine, id } = await withTarget()
    engine.act(completeTarget, { id, revenue: 1 })
    expect(() => engine.act(completeTarget, { id, revenue: 2 })).toThrow(Refusal)
    expect(engine.outbox.list()).toHaveLength(1)
  })

  test("input that does not fit is a Refusal with the fields' messages", async () => {
    const { engine } = await withTarget()
    const refusal = expect.objectContaining({ code: 'invalid', errors: { goal: 'Please complete this field' } })
    expect(() => engine.act(createTarget, aTarget({ goal: '' }))).toThrow(refusal)
  })

  test('several actions in one turn keep their order', async () => {
    const { engine, id, changes } = await withTarget()
    for (const goal of ['one', 'two', 'three']) engine.act(editTarget, { id, goal })
    await saved(engine)
    expect(changes().map(({ body }) => (body as { goal: string }).goal)).toEqual(['one', 'two', 'three'])
    expect(shown(engine, id)?.goal).toBe('three')
  })

  test('a full disk restores the view, rejects, and leaves the queue as it was', async () => {
    const { engine, id, tab, net } = await withTarget()
    net.pass = offline
    await engine.act(editTarget, { id, goal: 'kept' }).saved
    tab.faults.onTransaction = (mode) => {
      if (mode === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
    const { saved: lost } = engine.act(editTarget, { id, goal: 'not kept' })
    const created = engine.act(createTarget, aTarget())
    expect(shown(engine, id)?.goal).toBe('not kept')
    await expect(lost).rejects.toThrow('The disk is full.')
    await expect(created.saved).rejects.toThrow('The disk is full.')
    tab.faults.onTransaction = null
    expect(shown(engine, id)?.goal).toBe('kept')
    expect(engine.rows.get(created.id)).toBeUndefined()
    expect(engine.outbox.list().map((one) => one.input)).toEqual([{ id, goal: 'kept' }])
  })

  test('an action on each row empties the trash, also of rows that the server says are gone later', async () => {
    const { engine, id, server } = await withTarget()
    engine.act(trashTarget, { id })
    engine.act(emptyTrash, {})
    expect(engine.rows.all()).toHaveLength(0)
    await saved(engine)
    expect(engine.rows.all()).toHaveLength(0)
    expect(server.rows.size).toBe(0)
  })
})

describe('temporary targets', () => {
  test('no request carries a temporary id: what hangs on a create takes the real one', async () => {
    const { engine, changes } = await withTarget()
    const { id } = engine.act(createTarget, aTarget({ company: 'New' }))
    expect(isTemporary(id)).toBe(true)
    expect(shown(engine, id)?.isTemp).toBe(true)
    engine.act(writeNote, { id, note: 'Typed before the answer' })
    engine.act(takeStep, { id, description: 'Call', due: '2026-12-01', help: '' })
    await saved(engine)
    expect(JSON.stringify(changes().map(({ address, body }) => [address, body]))).not.toContain('tmp:')
    expect(shown(engine, id)?.note).toBe('Typed before the answer')
  })

  test('a component that still holds the temporary id goes on with the real row', async () => {
    const { engine } = await withTarget()
    const { id } = engine.act(createTarget, aTarget({ company: 'New' }))
    let heard = 0
    engine.rows.subscribeRow(id, () => heard++)
    await saved(engine)
    expect(isTemporary(engine.rows.resolve(id))).toBe(false)
    expect(shown(engine, id)?.isTemp).toBeUndefined()
    const before = heard
    engine.act(editTarget, { id, goal: 'By the old id' })
    expect(heard).toBe(before + 1)
    expect(engine.rows.all().filter((row) => isTemporary(row.id))).toHaveLength(0)
  })

  test('the temporary id is followed after a restart too', async () => {
    const { engine, open, tempId } = await withTarget()
    await engine.close()
    const again = await open()
    expect(shown(again.engine, tempId)?.company).toBe(aTarget().company)
  })

  test('a refused create stays, flagged, with what hangs on it; trying again sends all of it', async () => {
    const { engine, net, refused } = await withTarget()
    net.pass = answer(400)
    const { id, key } = engine.act(createTarget, aTarget({ company: 'New' }))
    engine.act(writeNote, { id, note: 'Follows' })
    await settle(() => refused.length === 1)
    expect(shown(engine, id)).toMatchObject({ isTemp: true, error: 'No: 400', note: 'Follows' })
    expect(engine.outbox.list().map((one) => one.state)).toEqual(['refused', 'parked'])
    net.pass = (_, next) => next()
    await engine.retry(key, aTarget({ company: 'Mended' }))
    await saved(engine)
    expect(shown(engine, id)).toMatchObject({ company: 'Mended', note: 'Follows' })
    expect(shown(engine, id)?.error).toBeUndefined()
  })

  test('giving up a refused create forgets it and what hangs on it', async () => {
    const { engine, net, refused } = await withTarget()
    net.pass = answer(400)
    const { id, key } = engine.act(createTarget, aTarget())
    engine.act(writeNote, { id, note: 'Follows' })
    await settle(() => refused.length === 1)
    await engine.dismiss(key)
    expect(engine.rows.get(id)).toBeUndefined()
    expect(engine.outbox.list()).toHaveLength(0)
  })
})

describe('what happens to a queued action', () => {
  for (const [name, failure] of [
    ['no network', offline],
    ['500', answer(500)],
    ['503', answer(503)],
  ] as const) {
    test(`${name}: kept under the same key, with a growing back-off that "flush" overrides`, async () => {
      const { engine, id, net, changes, device } = await withTarget()
      net.pass = failure
      engine.act(editTarget, { id, goal: 'kept' })
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
      expect(shown(engine, id)?.goal).toBe('kept')
    })
  }

  test('an answer dropped after the server applied it: sent again as it was, applied once', async () => {
    const { engine, id, net, changes, server } = await withTarget()
    net.pass = async (_, next) => {
      await next()
      throw new TypeError('Failed to fetch')
    }
    engine.act(writeNote, { id, note: 'Once' })
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

  test('429: again after Retry-After, not before, and not taken for offline', async () => {
    const { engine, id, net, changes, device } = await withTarget()
    net.pass = answer(429, 20)
    engine.act(editTarget, { id, goal: 'patient' })
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

  test('no answer within 30 seconds counts as none', async () => {
    const { engine, id, net, device, changes } = await withTarget()
    net.pass = () => new Promise(() => {})
    engine.act(editTarget, { id, goal: 'late' })
    await settle(() => changes().length === 1)
    device.clock.advance(30_000)
    await settle(() => engine.status.get().state === 'offline')
    expect(changes()[0]?.signal.aborted).toBe(true)
    expect(isIn(engine, 'waiting')()).toBe(true)
  })

  test('401: the queue waits for the person, and goes on after signing in again', async () => {
    const { engine, id, net, events, changes } = await withTarget()
    net.pass = answer(401)
    engine.act(editTarget, { id, goal: 'kept' })
    await settle(() => engine.status.get().state === 'signin')
    expect(events).toEqual(['signin'])
    await engine.flush()
    expect(changes()).toHaveLength(1)
    net.pass = (_, next) => next()
    engine.resume()
    await saved(engine)
    expect(shown(engine, id)?.goal).toBe('kept')
  })

  test('403: as 401 once; again after a fresh sign-in it is refused', async () => {
    const { engine, id, net, refused } = await withTarget()
    net.pass = answer(403)
    engine.act(editTarget, { id, goal: 'forbidden' })
    await settle(() => engine.status.get().state === 'signin')
    engine.resume()
    await settle(() => refused.length === 1)
    expect(shown(engine, id)?.goal).toBe(aTarget().goal)
  })

  for (const status of [400, 404, 409, 413]) {
    test(`${status}: rolled back at once; the sentence and what was typed stay until dismissed`, async () => {
      const { engine, id, net, refused } = await withTarget()
      net.pass = answer(status)
      const { key } = engine.act(editTarget, { id, goal: 'refused' })
      engine.act(editTarget, { id, contact: 'Goes on' })
      await settle(() => refused.length > 0)
      net.pass = (_, next) => next()
      expect(shown(engine, id)?.goal).toBe(aTarget().goal)
      const one = engine.outbox.list().find((other) => other.key === key)
      expect(one).toMatchObject({
        state: 'refused',
        input: { id, goal: 'refused' },
        problem: { message: `No: ${status}` },
      })
      expect(engine.status.get().state).toBe('attention')
      await engine.flush()
      for (const other of engine.outbox.list()) await engine.dismiss(other.key)
      await saved(engine)
    })
  }

  test('a bug in an action parks it visibly, and the rest goes on', async () => {
    const broken = defineAction({
      ...(editTarget as AnyAction),
      name: 'broken',
      request: () => {
        throw new Error('a bug')
      },
    })
    const { open, net } = aWorld()
    const { engine } = await open(undefined, { actions: [...targetActions, broken] })
    const { id } = engine.act(createTarget, aTarget())
    engine.act(broken, { id, goal: 'never sent' })
    engine.act(editTarget, { id, contact: 'Goes on' })
    await settle(() => engine.status.get().waiting === 0)
    expect(engine.outbox.list()).toMatchObject([{ action: 'broken', state: 'parked', problem: { code: 'bug' } }])
    expect(shown(engine, id)).toMatchObject({ contact: 'Goes on', goal: aTarget().goal })
    expect(net.sent.some(({ body }) => JSON.stringify(body)?.includes('never sent'))).toBe(false)
  })

  test('half an answer counts as none: kept, and sent again under the same key', async () => {
    const { engine, id, net, changes } = await withTarget()
    net.pass = async (_, next) => {
      await next()
      return { status: 200, body: { id } }
    }
    engine.act(editTarget, { id, goal: 'whole' })
    await settle(() => engine.status.get().state === 'offline')
    net.pass = (_, next) => next()
    await engine.flush()
    await saved(engine)
    expect(changes()[0]?.key).toBe(changes()[1]?.key)
    expect(shown(engine, id)).toMatchObject({ goal: 'whole', company: aTarget().company })
  })

  test('an action of a newer version is kept aside, and the rest goes on', async () => {
    const { open, device } = aWorld()
    const newer = defineAction({ ...(editTarget as AnyAction), name: 'fromTheFuture' })
    const { engine, tab } = await open(device, {
      actions: [...targetActions, newer],
      version: 2,
      transport: { send: () => Promise.reject(new TypeError()) },
    })
    const { id } = engine.act(createTarget, aTarget())
    await engine.act(newer, { id, goal: 'future' }).saved
    tab.kill()
    const old = await open()
    await settle(() => old.engine.status.get().waiting === 0)
    expect(old.engine.outbox.list()).toMatchObject([
      { action: 'fromTheFuture', state: 'parked', problem: { code: 'newer_version' } },
    ])
  })

  test('queued rows of an older version are migrated, never cleared', async () => {
    const { open, net } = aWorld()
    net.pass = offline
    const { engine } = await open()
    await engine.act(createTarget, aTarget({ goal: 'old shape' })).saved
    await engine.close()
    net.pass = (_, next) => next()
    const { engine: next } = await open(undefined, {
      version: 2,
      migrate: ({ action, input }) => ({ action, input: { ...(input as object), goal: 'new shape' } }),
    })
    await saved(next)
    expect(next.rows.all()).toMatchObject([{ goal: 'new shape' }])
  })
})

describe('trying again', () => {
  test('a refused change is sent once more under a new key, and then there is nothing left of it', async () => {
    const { engine, id, net, refused, changes } = await withTarget()
    net.pass = answer(409)
    const { key } = engine.act(editTarget, { id, goal: 'again' })
    await settle(() => refused.length === 1)
    net.pass = (_, next) => next()
    await engine.retry(key)
    await saved(engine)
    expect(changes().map((request) => request.key === key)).toEqual([true, false])
    expect(shown(engine, id)?.goal).toBe('again')
  })
})

describe('taking back', () => {
  test('what still waits is really taken back; a create takes what hangs on it along', async () => {
    const { engine, id, net, tab, changes } = await withTarget()
    tab.setOnline(false)
    net.pass = offline
    const edit = engine.act(editTarget, { id, goal: 'oops' })
    const create = engine.act(createTarget, aTarget())
    await engine.act(writeNote, { id: create.id, note: 'x' }).saved
    expect(await engine.takeBack(edit.key)).toBe(true)
    expect(await engine.takeBack(create.key)).toBe(true)
    expect(shown(engine, id)?.goal).toBe(aTarget().goal)
    expect(engine.rows.all()).toHaveLength(1)
    expect(engine.outbox.list()).toHaveLength(0)
    expect(changes()).toHaveLength(0)
  })

  test('what is on its way, or may have arrived, is not', async () => {
    const { engine, id, net, changes, device } = await withTarget()
    net.pass = () => new Promise(() => {})
    const { key } = engine.act(editTarget, { id, goal: 'on its way' })
    await settle(() => changes().length === 1)
    expect(await engine.takeBack(key)).toBe(false)
    device.clock.advance(30_000)
    await settle(isIn(engine, 'waiting'))
    expect(await engine.takeBack(key)).toBe(false)
    expect(shown(engine, id)?.goal).toBe('on its way')
  })
})

describe('pulling', () => {
  test("a colleague's change goes under what is queued, and never over it", async () => {
    const { engine, id, server, net, tab } = await withTarget()
    net.pass = async (request, next) => (request.method === 'GET' ? next() : { status: 503, body: null })
    engine.act(editTarget, { id, goal: 'mine' })
    server.change(id, { ...(server.rows.get(id) as Target), goal: 'theirs', contact: 'Theirs' } as Target)
    await engine.pull()
    expect(shown(engine, id)).toMatchObject({ goal: 'mine', contact: 'Theirs' })
    net.pass = (_, next) => next()
    tab.focus()
    await saved(engine)
    expect(server.rows.get(id)).toMatchObject({ goal: 'mine', contact: 'Theirs' })
  })

  test('what is gone on the server goes here; what was queued for it is refused with a sentence', async () => {
    const { engine, id, server, net, refused } = await withTarget()
    net.pass = offline
    engine.act(editTarget, { id, goal: 'too late' })
    await settle(() => engine.status.get().state === 'offline')
    server.change(id, null)
    net.pass = (_, next) => next()
    await engine.pull()
    await settle(() => refused.length === 1)
    await engine.pull()
    expect(engine.rows.get(id)).toBeUndefined()
    expect(refused[0]).toMatchObject({
      problem: { message: 'No target found with the specific id.' },
      input: { goal: 'too late' },
    })
  })

  test("a repeated request's old answer does not hide what was changed since", async () => {
    const { engine, id, server, net } = await withTarget()
    net.pass = async (request, next) => {
      if (request.method === 'GET') return next()
      await next()
      throw new TypeError('Failed to fetch')
    }
    engine.act(editTarget, { id, goal: 'mine' })
    await settle(() => engine.status.get().state === 'offline')
    server.change(id, { ...(server.rows.get(id) as Target), contact: 'Changed since' } as Target)
    await engine.pull()
    net.pass = (_, next) => next()
    await engine.flush()
    await engine.pull()
    expect(shown(engine, id)).toMatchObject({ goal: 'mine', contact: 'Changed since' })
  })

  test('a cursor that the server does not know any more means everything anew', async () => {
    const { engine, id, server, net } = await withTarget()
    net.pass = async ({ address }, next) => (address.includes('after=') ? { status: 400, body: null } : next())
    server.change(id, null)
    await engine.pull()
    await engine.pull()
    expect(engine.rows.get(id)).toBeUndefined()
  })

  test('pages are read to the end, the first time too, and none of them hides the others', async () => {
    const { open, server } = aWorld()
    const make = await open()
    for (let i = 0; i < 5; i++) make.engine.act(createTarget, aTarget({ company: `Company ${i}` }))
    await saved(make.engine)
    const paged = { ...targetSubject(async () => server).pull }
    const read = (body: unknown) => {
      const { tiles } = body as { tiles: Target[] }
      const from = Number((body as { from?: number }).from ?? 0)
      return { rows: tiles.slice(from, from + 2), gone: [], cursor: `page:${from + 2}`, more: from + 2 < tiles.length }
    }
    const transport = {
      async send({ address }: TransportRequest) {
        const from = Number(/page:(\d+)/.exec(decodeURIComponent(address))?.[1] ?? 0)
        const all = await server.send({ method: 'GET', address: '/api/tiles', body: undefined, key: null })
        return { ...all, body: { ...(all.body as object), from } }
      },
    }
    const { engine } = await open(makeDevice(`unit${++devices}`), { pull: { ...paged, read }, transport })
    await engine.pull()
    expect(engine.rows.all()).toHaveLength(5)
  })

  test('a create without an answer is not pulled beside itself', async () => {
    const { engine, net } = await withTarget()
    net.pass = async (request, next) => {
      const said = await next()
      if (request.method !== 'GET') throw new TypeError('Failed to fetch')
      return said
    }
    engine.act(createTarget, aTarget({ company: 'Twice?' }))
    await settle(() => engine.status.get().state === 'offline')
    await engine.pull()
    expect(engine.rows.all().filter((row) => (row as Target).company === 'Twice?')).toHaveLength(1)
    net.pass = (_, next) => next()
    await engine.flush()
    await saved(engine)
    expect(engine.rows.all()).toHaveLength(2)
  })

  test('a row that did not change keeps its identity', async () => {
    const { engine, id } = await withTarget()
    const before = engine.rows.get(id)
    await engine.pull()
    expect(engine.rows.get(id)).toBe(before)
  })
})

describe('tabs and restarts', () => {
  test("a killed tab's queue goes on in the next start", async () => {
    const { engine, id, net, tab, open, server } = await withTarget()
    net.pass = () => new Promise(() => {})
    await engine.act(completeTarget, { id, revenue: 5 }).saved
    tab.kill()
    net.pass = (_, next) => next()
    const next = await open()
    expect(shown(next.engine, id)?.status).toBe('completed')
    await saved(next.engine)
    expect(server.rows.get(id)).toMatchObject({ status: 'completed', revenue: 5 })
  })

  test('what a killed tab was sending waits again, also while there is no network', async () => {
    const { engine, id, net, tab, open, changes, device } = await withTarget()
    net.pass = () => new Promise(() => {})
    await engine.act(completeTarget, { id, revenue: 5 }).saved
    await settle(() => changes().length === 1)
    tab.kill()
    const next = await open(device, { isOnline: () => false })
    await settle(isIn(next.engine, 'waiting'))
  })

  test('two tabs: each action once, in order, and both show the same', async () => {
    const { engine: first, id, open, changes } = await withTarget()
    const { engine: second } = await open()
    first.act(editTarget, { id, goal: 'first' })
    second.act(editTarget, { id, contact: 'second' })
    first.act(editTarget, { id, company: 'third' })
    await settle(() => changes().length === 3 && [first, second].every((engine) => engine.outbox.list().length === 0))
    const keys = changes().map(({ key }) => key)
    expect(new Set(keys).size).toBe(3)
    for (const engine of [first, second])
      expect(shown(engine, id)).toMatchObject({ goal: 'first', contact: 'second', company: 'third' })
  })

  test('what this tab shows does not flicker while another tab writes', async () => {
    const { engine: first, id, open, net } = await withTarget()
    const { engine: second } = await open()
    net.pass = offline
    for (let i = 0; i < 20; i++) {
      second.act(editTarget, { id, contact: `Contact ${i}` })
      await turns(i % 4)
      first.act(editTarget, { id, goal: `Goal ${i}` })
      for (let turn = 0; turn < 4; turn++) {
        await turns(1)
        expect(shown(first, id)?.goal).toBe(`Goal ${i}`)
      }
    }
  })

  test('when the sending tab dies the next one goes on', async () => {
    const { id, open, tab, net, server } = await withTarget()
    const { engine: second } = await open()
    net.pass = () => new Promise(() => {})
    await second.act(editTarget, { id, goal: 'left over' }).saved
    await settle(() => second.outbox.list()[0]?.state === 'sending')
    net.pass = (_, next) => next()
    tab.kill()
    await settle(() => second.outbox.list().length === 0)
    expect(server.rows.get(id)).toMatchObject({ goal: 'left over' })
  })

  test('a tab whose view is old decides again on what the other tab wrote', async () => {
    const { engine: first, id, open, net } = await withTarget()
    const { engine: second } = await open()
    net.pass = offline
    const won = first.act(completeTarget, { id, revenue: 1 })
    const alsoWon = second.act(completeTarget, { id, revenue: 2 })
    await won.saved
    await expect(alsoWon.saved).rejects.toThrow(Refusal)
    await settle(() => shown(second, id)?.revenue === 1)
    expect(second.outbox.list()).toHaveLength(1)
  })

  test('an old tab stops when a newer version opens', async () => {
    const { engine, events, open, id } = await withTarget()
    await open(undefined, { version: 2 })
    await settle(() => events.includes('closed: newer'))
    await expect(engine.act(editTarget, { id, goal: 'x' }).saved).rejects.toThrow('closed')
  })

  test('a clock turned back does not hold the queue', async () => {
    const { engine, id, net, device, changes } = await withTarget()
    net.pass = offline
    engine.act(editTarget, { id, goal: 'x' })
    await settle(() => engine.outbox.list()[0]?.attempts === 1 && engine.status.get().state === 'offline')
    device.clock.jump(-86_400_000)
    net.pass = (_, next) => next()
    device.clock.advance(1100)
    await saved(engine)
    expect(changes()).toHaveLength(2)
  })

  test('lost and deleted ones are there right after the first ones', async () => {
    const { engine, id, open, device } = await withTarget()
    engine.act(trashTarget, { id })
    await saved(engine)
    await engine.close()
    const { engine: again } = await open()
    expect(again.rows.get(id)).toBeUndefined()
    device.clock.advance(1)
    await settle(() => again.rows.get(id) !== undefined)
  })
})

describe('the local database', () => {
  test('closed by the browser: opened once more, and nothing is lost', async () => {
    const { engine, id, tab, server, events } = await withTarget()
    tab.closeConnections()
    await engine.act(editTarget, { id, goal: 'after the closing' }).saved
    await saved(engine)
    expect(server.rows.get(id)).toMatchObject({ goal: 'after the closing' })
    expect(events).toEqual([])
  })

  test('closed and not to be opened again: the session ends, the queue stays on the device', async () => {
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
    await engine.act(createTarget, aTarget()).saved
    isBroken = true
    tabs.closeConnections()
    await expect(engine.act(createTarget, aTarget()).saved).rejects.toThrow('broken')
    expect(events).toEqual(['closed: lost'])
    tab.kill()
    const again = await open()
    expect(again.engine.outbox.list()).toHaveLength(1)
  })

  test('a row keeps at most 50 revision ids on mobile, and no base once all is confirmed', async () => {
    const { open, device } = aWorld()
    const { engine } = await open(undefined, { isMobile: true })
    const { id } = engine.act(createTarget, aTarget())
    await saved(engine)
    for (let i = 0; i < 40; i++) engine.act(editTarget, { id, goal: `Goal ${i}` })
    await saved(engine)
    await engine.close()
    const { openDB } = await import('idb')
    const db = await openDB(device.name)
    const kept = await db.get('targets', engine.rows.resolve(id))
    db.close()
    expect(kept._revs).toHaveLength(50)
    expect(kept._revs[0]).toBe(kept._rev)
    expect('base' in kept).toBe(false)
  })

  test('small records are kept with their time; destroying leaves nothing', async () => {
    const { engine, open } = await withTarget()
    await engine.writeRecord('idhud', { score: 80 })
    expect(await engine.readRecord('idhud')).toMatchObject({
      value: { score: 80 },
      at: expect.stringMatching(/^2026-11-20T/),
    })
    await engine.destroy()
    const { engine: fresh } = await open()
    expect(await fresh.readRecord('idhud')).toBeUndefined()
    expect(fresh.rows.all()).toHaveLength(0)
  })

  test('another tab that destroys the database closes this one politely', async () => {
    const { engine, open, events } = await withTarget()
    const { engine: second } = await open()
    await second.destroy()
    expect(events).toEqual(['closed: deleted'])
    await expect(engine.act(createTarget, aTarget()).saved).rejects.toThrow('closed')
    expect(engine.rows.all()).toHaveLength(1)
  })

  test('the state says when it went offline, and that a first fetch failed', async () => {
    const { open, net, device } = aWorld()
    net.pass = offline
    const { engine } = await open()
    await settle(() => engine.status.get().isLoaded)
    expect(engine.status.get()).toMatchObject({
      state: 'offline',
      offlineSince: new Date(device.clock.now()).toISOString(),
      lastSync: null,
    })
    expect(engine.actor).toBe(dana)
  })

  test("destroying a target is confirmed without an answer's body", async () => {
    const { engine, id, server } = await withTarget()
    engine.act(trashTarget, { id })
    engine.act(destroyTarget, { id })
    await saved(engine)
    expect(engine.rows.all()).toHaveLength(0)
    expect(server.rows.size).toBe(0)
  })
})
