import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveParts, startLive } from './live.ts'

let writers: WritableStreamDefaultWriter<Uint8Array>[]
let isVisible: boolean
let changed: () => void
let pulls: number
const fetched = vi.fn<typeof fetch>()
const stops: (() => void)[] = []
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { hostname: 'pursuit.example' })
  writers = []
  isVisible = true
  pulls = 0
  asked = []
  fetched.mockReset()
  fetched.mockImplementation(async (_, init) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    init?.signal?.addEventListener('abort', () => void writer.abort().catch(() => undefined))
    writers.push(writer)
    return new Response(readable)
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

const start = (given: Partial<LiveParts> = {}) => {
  const stop = startLive({
    pull: async () => {
      pulls++
    },
    name: 'dana',
    fetch: fetched,
    locks: { request: (_, __, holding) => holding() },
    isVisible: () => isVisible,
    watch: (look) => {
      changed = look
      return () => undefined
    },
    token: () => 'token',
    who: (token) => void asked.push(token),
    random: () => 1,
    ...given,
  })
  stops.push(stop)
  return stop
}
const say = (text: string, at = writers.length - 1) => writers[at]!.write(new TextEncoder().encode(text))
const event = (upTo: number) => `id: ${upTo}\nevent: changed\ndata: {"upTo":"${upTo}"}\n\n`
const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('fetches the change after an event, and only once for events that arrive together', async () => {
  start()
  await turn()
  await say(event(1) + event(2))
  await say(event(3))
  await turn(200)
  expect(pulls).toBe(1)
  await say(event(4))
  await turn(200)
  expect(pulls).toBe(2)
})

test('treats an event in pieces as one event and a heartbeat as none', async () => {
  start()
  await turn()
  await say(':\n\n')
  await say('event: changed\nda')
  await turn(200)
  expect(pulls).toBe(0)
  await say('ta: {"upTo":"7"}\n\n')
  await turn(200)
  expect(pulls).toBe(1)
})

test('reopens an ended stream with growing delays, and reads the feed again', async () => {
  start()
  await turn()
  await say(event(1))
  await turn(200)
  await writers[0]!.close()
  await turn(1100)
  expect(fetched).toHaveBeenCalledTimes(2)
  fetched.mockRejectedValue(new TypeError('no network'))
  await writers[1]!.close()
  const gaps: number[] = []
  for (let calls = 2, waited = 0; gaps.length < 4; waited += 500) {
    await turn(500)
    if (fetched.mock.calls.length === calls) continue
    calls = fetched.mock.calls.length
    gaps.push(waited)
  }
  const waits = gaps.slice(1).map((at, i) => at - gaps[i]!)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits.at(-1)).toBeGreaterThan(waits[0]!)
})

test('reconnects at the requested time after the server closes the stream, then continues normally', async () => {
  start()
  await turn()
  await say(event(1))
  await say('retry: 7000\n\n')
  await writers[0]!.close()
  await turn(6900)
  expect(fetched).toHaveBeenCalledTimes(1)
  await turn(200)
  expect(fetched).toHaveBeenCalledTimes(2)
  await say(event(2))
  await writers[1]!.close()
  await turn(1100)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('waits at least half a minute after a rejected stream', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 429 }))
  start()
  await turn(29_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  await turn(60_000)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('gives up a stream without events or heartbeats', async () => {
  start()
  await turn()
  await turn(70_000)
  expect(fetched.mock.calls.length).toBeGreaterThan(1)
})

test('stops listening while the page is hidden and resumes when it is shown', async () => {
  start()
  await turn()
  isVisible = false
  changed()
  await turn(120_000)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(fetched.mock.calls[0]![1]!.signal!.aborted).toBe(true)
  isVisible = true
  changed()
  await turn()
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('requests nothing after it was stopped', async () => {
  const stop = start()
  await turn()
  stop()
  await turn(120_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('reports a rejected stream right away, and no other failure', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 503 }))
  start()
  await turn()
  expect(asked).toEqual([])
  fetched.mockResolvedValueOnce(new Response(null, { status: 401 }))
  await turn(2000)
  expect(asked).toEqual(['token'])
})

test('refreshes only the session after an event about the person', async () => {
  start()
  await turn()
  await say('event: me\ndata: {}\n\n')
  await turn(2100)
  expect([asked, pulls]).toEqual([['token'], 0])
})

test('aborts connecting when the page is hidden, and connects right away when it is shown', async () => {
  let last: Promise<unknown> = Promise.resolve()
  const locks: LiveParts['locks'] = {
    request(_, { signal }, holding) {
      last = last.then(() => (signal.aborted ? undefined : holding()))
      return last
    },
  }
  // After several failures the next pause would be long.
  for (let i = 0; i < 4; i++) fetched.mockRejectedValueOnce(new TypeError('no network'))
  start({ locks })
  await turn(15_500)
  expect(fetched).toHaveBeenCalledTimes(5)
  isVisible = false
  changed()
  await turn(100)
  isVisible = true
  changed()
  await turn(100)
  expect(fetched).toHaveBeenCalledTimes(6)
})
