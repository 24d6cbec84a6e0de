import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { openEngine } from '#core/sync/client/engine.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { makeDevice, settle, type TestDevice } from '#core/sync/testing/device.ts'
import { ann, books, fixtureActions, zone } from '#core/sync/testing/fixture.ts'
import { cellOf, renew } from './answers.ts'

const route = defineRoute({
  name: 'weather',
  method: 'GET',
  path: 'weather/:town',
  summary: 'The weather of a town',
  params: z.object({ town: z.string() }),
  answer: z.object({ sky: z.string() }),
})
const weather = defineQuery<{ sky: string }, { town: string }>({
  name: 'weather',
  route,
  callOf: (params) => ({ params }),
  keyOf: ({ town }) => town,
  keeps: 2,
})
const rome = { town: 'rome' }

let said: () => Promise<Response>
let asked: string[]
let device: TestDevice
let devices = 0
const opened: Engine[] = []
beforeEach(() => {
  device = makeDevice(`answers${++devices}`)
  asked = []
  said = async () => Response.json({ sky: 'clear' })
  vi.stubGlobal('location', { hostname: 'pursuit.example' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(String(address))
    return said()
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const engine of opened.splice(0)) await engine.close()
})

/** A different `name` is another person on the same device. */
async function open(name = device.name) {
  const { parts } = (name === device.name ? device : makeDevice(name)).openTab()
  const transport = { send: () => Promise.reject(new TypeError('Failed to fetch')) }
  const engine = await openEngine({
    ...parts,
    actor: ann,
    zone,
    collections: [books],
    actions: fixtureActions,
    transport,
  })
  opened.push(engine)
  return engine
}
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

test('caches a response with its age, and shows it offline after a restart', async () => {
  await cellOf(await open(), weather, rome, {}).ask()
  const again = await open()
  await settle(() => true)
  said = noNetwork
  const cell = cellOf(again, weather, rome, {})
  await cell.ask()
  expect(cell.get()).toMatchObject({
    value: { sky: 'clear' },
    at: expect.stringMatching(/^\d{4}-/),
    isFresh: false,
    isOffline: true,
    isMissing: false,
  })
  said = async () => Response.json({ sky: 'cloudy' })
  await cell.ask()
  expect(cell.get()).toMatchObject({ value: { sky: 'cloudy' }, isFresh: true, isOffline: false, problem: null })
})

test('shows a message when nothing is cached and nothing can be loaded', async () => {
  said = noNetwork
  const cell = cellOf(await open(), weather, rome, {})
  await cell.ask()
  expect(cell.get()).toMatchObject({ value: undefined, isMissing: true, problem: expect.any(String) })
})

test('sends one request at a time, and callers during it get one more response', async () => {
  const engine = await open()
  const cell = cellOf(engine, weather, rome, {})
  const both = Promise.all([cell.ask(), cellOf(engine, weather, rome, {}).ask(), cell.ask()])
  await both
  expect(asked).toHaveLength(2)
})

test("never shows a response to another person's engine, even when it arrives late", async () => {
  let answer: (response: Response) => void = () => {}
  said = () => new Promise((resolve) => (answer = resolve))
  const first = cellOf(await open(), weather, rome, {})
  const asking = first.ask()
  await settle(() => asked.length === 1)
  const second = cellOf(await open(`${device.name}-other`), weather, rome, {})
  answer(Response.json({ sky: 'red' }))
  await asking
  expect(first.get().value).toEqual({ sky: 'red' })
  expect(second.get().value).toBeUndefined()
})

test('removes the oldest of many cached inputs', async () => {
  const engine = await open()
  for (const town of ['rome', 'oslo', 'lima']) {
    await cellOf(engine, weather, { town }, {}).ask()
    const isKept = async () => (await engine.readRecord(`weather:${town}`)) !== undefined
    for (let kept = await isKept(); !kept; kept = await isKept());
    device.clock.advance(1000)
  }
  expect(await engine.readRecord('weather:rome')).toBeUndefined()
  expect(await engine.readRecord('weather:oslo')).toBeDefined()
  expect(await engine.readRecord('weather:lima')).toBeDefined()
})

test('ignores a cached response of an older version with a different shape', async () => {
  const engine = await open()
  await engine.writeRecord('weather:rome', ['clear'])
  said = noNetwork
  const cell = cellOf(engine, weather, rome, {})
  await cell.ask()
  expect(cell.get().value).toBeUndefined()
})

test('refreshes every response of a query after a change that bypasses the engine', async () => {
  const engine = await open()
  const cell = cellOf(engine, weather, rome, {})
  await cell.ask()
  said = async () => Response.json({ sky: 'stormy' })
  renew(engine, weather)
  await cell.asking
  expect(cell.get().value).toEqual({ sky: 'stormy' })
})

test('ignores a response that its caller rejects', async () => {
  const cell = cellOf(await open(), weather, rome, { begun: () => (isKnown) => !isKnown })
  await cell.ask()
  said = async () => Response.json({ sky: 'stormy' })
  await cell.ask()
  expect(cell.get().value).toEqual({ sky: 'clear' })
})

const walk = defineQuery({
  name: 'walk',
  route: defineRoute({
    name: 'walk',
    method: 'GET',
    path: 'walk',
    summary: 'Towns, some at a time',
    query: z.object({ after: z.string().optional() }),
    answer: z.object({ towns: z.array(z.string()), next: z.string().nullable(), of: z.number().nullable() }),
  }),
  callOf: (_: undefined, after) => ({ query: { after } }),
  pages: pagesOf('towns'),
})
/** Returns pages of two items from the server's current list. */
const walking = (towns: string[]) => async () => {
  const from = Number(new URL(asked.at(-1)!, 'http://server').searchParams.get('after') ?? 0)
  const next = from + 2 < towns.length ? String(from + 2) : null
  return Response.json({ towns: towns.slice(from, from + 2), next, of: from === 0 ? towns.length : null })
}
const three = ['rome', 'oslo', 'lima']

test('appends pages, caches only the first, and refreshes all that are shown', async () => {
  const engine = await open()
  said = walking(three)
  const cell = cellOf(engine, walk, undefined, {})
  await cell.ask()
  await cell.more()
  expect(cell.get().value).toEqual({ towns: three, next: null, of: 3 })
  await cell.more()
  expect(asked).toHaveLength(2)
  said = walking(['nice', ...three])
  await cell.ask()
  expect(cell.get().value).toEqual({ towns: ['nice', ...three], next: null, of: 4 })
  await expect
    .poll(async () => (await engine.readRecord('walk'))?.value)
    .toMatchObject({ towns: ['nice', 'rome'], next: '2' })
  said = noNetwork
  await cell.more()
  await cell.ask()
  expect(cell.get()).toMatchObject({ value: { towns: ['nice', ...three] }, isOffline: true })
})

const wholeWalk = { ...walk, name: 'wholeWalk', pages: { ...pagesOf('towns'), isWhole: true as const } }

test('shows the first page of a whole list right away, stores all of it, and never shows less', async () => {
  const engine = await open()
  const cell = cellOf(engine, wholeWalk, undefined, {})
  const shown: number[] = []
  cell.subscribe(() => shown.push(cell.get().value?.towns.length ?? 0))
  const five = [...three, 'nice', 'bonn']
  said = walking(five)
  await cell.ask()
  expect(shown).toEqual([2, 4, 5])
  expect(cell.get()).toMatchObject({ value: { towns: five, next: null }, isFresh: true })
  await expect
    .poll(async () => (await engine.readRecord('wholeWalk'))?.value)
    .toMatchObject({ towns: five, next: null })
  shown.length = 0
  said = walking(['oslo', ...five])
  await cell.ask()
  expect(shown).toEqual([6])

  const page = walking(three)
  said = () => (asked.at(-1)!.includes('after') ? noNetwork() : page())
  await cell.ask()
  expect(cell.get()).toMatchObject({ value: { towns: ['oslo', ...five] }, isFresh: false, isOffline: true })
})

test('never stores an uncacheable response on the device, and drops it with the page', async () => {
  const secret = { ...weather, name: 'secret', noCacheReason: 'It is a secret.' }
  const engine = await open()
  const cell = cellOf(engine, secret, rome, {})
  await cell.ask()
  expect(cell.get().value).toEqual({ sky: 'clear' })
  // A later write has arrived, so an earlier one would be there as well.
  await cellOf(engine, weather, rome, {}).ask()
  await expect.poll(() => engine.readRecord('weather:rome')).toBeDefined()
  expect(await engine.readRecord('secret:rome')).toBeUndefined()
  said = noNetwork
  const again = cellOf(await open(), secret, rome, {})
  await again.ask()
  expect(again.get()).toMatchObject({ value: undefined, isMissing: true })
})

test.each([403, 404])('deletes the cached response after a %i from the server', async (status) => {
  const engine = await open()
  const cell = cellOf(engine, weather, rome, {})
  await cell.ask()
  await expect.poll(() => engine.readRecord('weather:rome')).toBeDefined()
  said = async () => Response.json({ code: 'no', message: 'No.' }, { status })
  await cell.ask()
  expect(cell.get()).toMatchObject({ value: undefined, isRefused: true, problem: 'No.' })
  said = noNetwork
  const again = cellOf(await open(), weather, rome, {})
  await again.ask()
  expect(again.get()).toMatchObject({ value: undefined, isMissing: true })
})
