// A short working day: 50 colleagues who read and change their targets, and 1,000 streams. For a long run:
// MIXED_MINUTES=10 node bench/mixed.bench.ts.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Feed } from '#core/contract/feed.ts'
import { aTarget } from '#features/targets/samples.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { percentile, print } from './support/figures.ts'
import { fillFirm, type Member, openReady } from './support/firm.ts'

const MINUTES = Number(process.env.MIXED_MINUTES ?? 0.4)
const PEOPLE = 50
const STREAMS = 1000
/** Average milliseconds between two calls of a person. */
const PAUSE = 800

type Wanted = { port: number; tokens: string[] }
type StreamCounts = { open: number; ended: number; events: number }
if (process.send) await listen()
else await measure()

/** Runs in its own process. Holds the streams open and reports their state every second. */
async function listen() {
  const [{ port, tokens }] = (await once(process, 'message')) as [Wanted]
  const heard: StreamCounts = { open: 0, ended: 0, events: 0 }
  for (const [i, token] of tokens.entries()) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /api/events HTTP/1.1\r\nHost: localhost\r\nX-Client: web\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    socket.once('data', (head) => {
      if (head.toString().startsWith('HTTP/1.1 200')) heard.open++
    })
    socket.on('data', (bytes) => {
      heard.events += bytes.toString().split('event: ').length - 1
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      heard.ended++
    })
    // The listening port's queue is short, so streams open in groups.
    if (i % 10 === 9) await once(socket, 'data')
  }
  setInterval(() => process.send!(heard), 1000)
}

type Tile = { id: string }
type Tally = { times: Map<string, number[]>; failed: Map<string, number>; refused: Map<string, number> }

/** Mostly reads, some writes. */
async function work(url: string, { headers }: Member, until: number, tally: Tally): Promise<void> {
  const call = async (kind: string, method: string, path: string, body?: unknown) => {
    const begun = performance.now()
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...headers,
        ...(method !== 'GET' && { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    tally.times.set(kind, [...(tally.times.get(kind) ?? []), performance.now() - begun])
    const wrong = reply.status >= 500 ? tally.failed : reply.ok ? null : tally.refused
    const said = `${kind}: ${reply.status} ${text.slice(0, 120)}`
    wrong?.set(said, (wrong.get(said) ?? 0) + 1)
    return reply.ok && text ? (JSON.parse(text) as unknown) : null
  }
  let mine = ((await call('list', 'GET', 'tiles?status=active')) as { tiles: Tile[] } | null)?.tiles ?? []
  let cursor = cursorOf(await call('first sync', 'GET', 'sync?after=targets')) ?? 'targets'
  const one = () => mine[Math.floor(Math.random() * mine.length)]!.id
  const today = new Date().toISOString().slice(0, 10)
  const kinds: [number, () => Promise<unknown>][] = [
    [
      40,
      async () => {
        cursor = cursorOf(await call('sync', 'GET', `sync?after=${cursor}`)) ?? cursor
      },
    ],
    [10, () => call('open a target', 'GET', `tiles/${one()}/timeline`)],
    [10, () => call('inbox', 'GET', 'notifications')],
    [8, () => call('who am I', 'GET', 'user')],
    [
      4,
      async () => {
        const found = (await call('list', 'GET', 'tiles?status=active')) as { tiles: Tile[] } | null
        if (found) mine = found.tiles
      },
    ],
    [10, () => call('edit', 'PUT', `tiles/${one()}`, { goal: `Win ${randomUUID().slice(0, 8)}` })],
    [8, () => call('next step', 'POST', 'tasks', { tile_id: one(), description: 'Call again', due: today, help: '' })],
    [6, () => call('create', 'POST', 'tiles', aTarget({ company: `Mixed ${randomUUID().slice(0, 8)}` }))],
  ]
  while (performance.now() < until) {
    await drawn(kinds)()
    await setTimeout(PAUSE * (0.5 + Math.random()))
  }
}

/** Picks one at random by weight. */
function drawn(kinds: readonly [number, () => Promise<unknown>][]): () => Promise<unknown> {
  let left = Math.random() * kinds.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, act] of kinds) {
    if (left < weight) return act
    left -= weight
  }
  return kinds[0]![1]
}

function cursorOf(answer: unknown): string | null {
  const cursor = (answer as Feed | null)?.collections.targets?.cursor
  return cursor === undefined ? null : `targets:${cursor}`
}

async function measure() {
  await using postgres = await startPostgres()
  const database = await openReady({ url: postgres.url })
  const firm = await fillFirm(database, { people: PEOPLE, each: 40, won: 5, signedIn: PEOPLE })
  await database.close()
  const environment = { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' }
  const server = await startServer({ directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')), environment })
  const listening = fork(import.meta.filename, { env: process.env })
  let heard: StreamCounts = { open: 0, ended: 0, events: 0 }
  listening.on('message', (said: StreamCounts) => {
    heard = said
  })
  const tokens = Array.from({ length: STREAMS }, (_, i) => firm.members[i % PEOPLE]!.token)
  listening.send({ port: server.port, tokens } satisfies Wanted)
  while (heard.open < STREAMS) await once(listening, 'message')

  const before = memoryOf(server.pid)
  const tally: Tally = { times: new Map(), failed: new Map(), refused: new Map() }
  const until = performance.now() + MINUTES * 60_000
  await Promise.all(firm.members.map((member) => work(server.url, member, until, tally)))
  const after = memoryOf(server.pid)
  await once(listening, 'message')

  for (const [kind, times] of [...tally.times].sort((a, b) => b[1].length - a[1].length))
    print({
      name: `${kind}, p99 in ${MINUTES} minutes of ${PEOPLE} people and ${STREAMS.toLocaleString('en-US')} streams`,
      value: percentile(times, 0.99),
      unit: 'ms',
      detail: `p50 ${percentile(times, 0.5).toFixed(1)} ms of ${times.length} calls`,
    })
  const failed = [...tally.failed.values()].reduce((sum, one) => sum + one, 0)
  print({ name: 'responses of 500 or more', value: failed, unit: '', goal: { most: 0 } })
  print({
    name: 'streams that ended',
    value: heard.ended,
    unit: '',
    goal: { most: 0 },
    detail: `${heard.events} events`,
  })
  print({
    name: 'server memory at the end',
    value: after,
    unit: 'MB',
    detail: `${before.toFixed(0)} MB at the start`,
  })
  for (const [said, times] of [...tally.failed, ...tally.refused]) console.log(`  ${times} × ${said}`)
  listening.kill()
  await server.stop()
  if (failed > 0 || tally.refused.size > 0 || heard.ended > 0) process.exitCode = 1
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
