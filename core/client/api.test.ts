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

test('A read carries the session and no idempotency key', async () => {
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

test('Every change carries an idempotency key of its own, and 204 answers nothing', async () => {
  fetched.mockImplementation(async () => new Response(null, { status: 204 }))
  expect(await call(change, { body: { n: 1 } })).toBeUndefined()
  await call(change, { body: { n: 1 } })
  const keys = fetched.mock.calls.map(([, init]) => (init.headers as Record<string, string>)['Idempotency-Key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[0]).not.toBe(keys[1])
})

test('A page on plain http makes keys that are UUIDs, too', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newKey)
  for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true)
  expect(new Set(keys).size).toBe(100)
  vi.unstubAllGlobals()
})

test("A refusal keeps the server's sentence, code and fields", async () => {
  answer(400, { message: 'Some fields need your attention.', code: 'invalid', errors: { n: 'Required' } })
  const refused = await failure(call(change, { body: { n: 1 } }))
  expect([refused.status, refused.message, refused.code, refused.errors]).toEqual([
    400,
    'Some fields need your attention.',
    'invalid',
    { n: 'Required' },
  ])
})

test('Without a network the person is told so', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const refused = await failure(call(read, { params: { id: 'a' } }))
  expect([refused.isOffline, refused.message]).toEqual([true, 'There is no internet connection.'])
})

test('An answer that breaks off half-way is a lost network too, unless the caller has ended the call', async () => {
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

test('A server that does not answer in time is told apart from a lost network; a file may take longer', async () => {
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

test('401 marks the session as dead and keeps it', async () => {
  answer(401, { message: 'Sign in again.', code: 'no_session' })
  await failure(call(read, { params: { id: 'a' } }))
  expect([session.isDead(), session.get()?.token]).toEqual([true, 'secret'])
})

test('401 about a field, as a wrong current password, says nothing about the session', async () => {
  answer(401, {
    message: 'Current password is not correct.',
    code: 'wrong_password',
    errors: { current: 'Current password is not correct.' },
  })
  await failure(call(change, { body: { n: 1 } }))
  expect(session.isDead()).toBe(false)
})

test('A late 401 to an older token does not end the session that replaced it', async () => {
  fetched.mockImplementation(async () => {
    session.start({ token: 'fresh', user: { id: 'dana' } } as Session)
    return new Response('{}', { status: 401 })
  })
  await failure(call(read, { params: { id: 'a' } }))
  expect(session.isDead()).toBe(false)
})

test('An answer of something that is not Pursuit still becomes a sentence', async () => {
  fetched.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 502 }))
  expect((await failure(call(read, { params: { id: 'a' } }))).message).toBe('We are unable to sync with the server.')
})
