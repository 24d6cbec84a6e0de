import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import type { Session } from '#core/contract/session.ts'
import { ApiError, call, newKey } from './api.ts'
import { session } from './session.ts'

const read = defineRoute({
  name: 'read',
  method: 'GET',
  path: 'things/:id',
  summary: '',
  params: z.object({ id: z.string() }),
  answer: z.object({ n: z.number() }),
})
const change = defineRoute({
  name: 'change',
  method: 'POST',
  path: 'things',
  summary: '',
  body: z.object({ n: z.number() }),
})

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { hostname: 'pursuit.example' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  session.start({ token: 'secret', user: { id: 'dana' } } as Session)
})

const answer = (status: number, body?: unknown) =>
  fetched.mockResolvedValue(new Response(body === undefined ? null : JSON.stringify(body), { status }))
const headers = () => fetched.mock.calls[0]?.[1].headers as Record<string, string>
const failure = async (work: Promise<unknown>) => {
  const thrown = await work.catch((problem: unknown) => problem)
  if (!(thrown instanceof ApiError)) throw new Error('The call was not refused.')
  return thrown
}

test('sends the session and no idempotency key with a read', async () => {
  answer(200, { n: 1 })
  expect(await call(read, { params: { id: 'a b' } })).toEqual({ n: 1 })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/things/a%20b')
  expect(headers()).toMatchObject({
    Authorization: 'Bearer secret',
    'X-Client': 'web',
    'X-Instance': 'pursuit.example',
  })
  expect(headers()['Idempotency-Key']).toBeUndefined()
})

test('sends a new idempotency key with every change, and returns nothing for a 204', async () => {
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
  expect(await call(change, { body: { n: 1 } })).toBeUndefined()
  await call(change, { body: { n: 1 } })
  const keys = fetched.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['Idempotency-Key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[0]).not.toBe(keys[1])
})

test('creates UUID keys on plain http as well', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newKey)
  for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true)
  expect(new Set(keys).size).toBe(100)
  vi.unstubAllGlobals()
})

test("keeps the sentence, code, and fields of the server's error", async () => {
  answer(400, { message: 'Some fields need your attention.', code: 'invalid', errors: { n: 'Required' } })
  const refused = await failure(call(change, { body: { n: 1 } }))
  expect([refused.status, refused.message, refused.code, refused.errors]).toEqual([
    400,
    'Some fields need your attention.',
    'invalid',
    { n: 'Required' },
  ])
})

test('tells the person when there is no network', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const refused = await failure(call(read, { params: { id: 'a' } }))
  expect([refused.isOffline, refused.message]).toEqual([true, 'There is no internet connection.'])
})

test('treats a response that breaks off as a lost network, unless the caller aborted the call', async () => {
  const cutBody = () =>
    new ReadableStream({
      start: (body) => body.enqueue(new TextEncoder().encode('{"n":')),
      pull: (body) => body.error(new TypeError('network error')),
    })
  fetched.mockImplementation(async () => new Response(cutBody()))
  const refused = await failure(call(read, { params: { id: 'a' } }))
  expect([refused.isOffline, refused.message]).toEqual([true, 'There is no internet connection.'])

  const leaving = new AbortController()
  fetched.mockImplementation(async (_, { signal }) => {
    const left = new ReadableStream({
      start: (body) => signal!.addEventListener('abort', () => body.error(signal!.reason)),
    })
    setTimeout(() => leaving.abort())
    return new Response(left)
  })
  const thrown = await call(read, { params: { id: 'a' } }, { signal: leaving.signal }).catch((problem) => problem)
  expect([thrown instanceof ApiError, thrown.name]).toEqual([false, 'AbortError'])
})

test('reports a timeout differently from a lost network, and allows more time for a file', async () => {
  const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  const limited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
  fetched.mockImplementation(async (_, { signal }) => {
    throw signal!.reason
  })
  const late = await failure(call(read, { params: { id: 'a' } }))
  expect([late.isOffline, late.code, late.message]).toEqual([
    false,
    'timeout',
    'We are unable to sync with the server.',
  ])
  await failure(call({ ...read, makesFile: true }, { params: { id: 'a' } }))
  expect(limited.mock.calls).toEqual([[30_000], [300_000]])
  limited.mockRestore()
})

test('marks the session as dead on a 401 and keeps it', async () => {
  answer(401, { message: 'Sign in again.', code: 'no_session' })
  await failure(call(read, { params: { id: 'a' } }))
  expect([session.isDead(), session.get()?.token]).toEqual([true, 'secret'])
})

test('keeps the session alive on a 401 about a field, such as a wrong current password', async () => {
  answer(401, {
    message: 'Current password is not correct.',
    code: 'wrong_password',
    errors: { current: 'Current password is not correct.' },
  })
  await failure(call(change, { body: { n: 1 } }))
  expect(session.isDead()).toBe(false)
})

test('keeps a replaced session alive on a late 401 for an older token', async () => {
  fetched.mockImplementation(async () => {
    session.start({ token: 'fresh', user: { id: 'dana' } } as Session)
    return new Response('{}', { status: 401 })
  })
  await failure(call(read, { params: { id: 'a' } }))
  expect(session.isDead()).toBe(false)
})

test("turns a response that isn't from Pursuit into a sentence", async () => {
  fetched.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }))
  expect((await failure(call(read, { params: { id: 'a' } }))).message).toBe('We are unable to sync with the server.')
})
