// The list of an owner with 50 active targets, the incremental sync with nothing new, and each read in a firm of 1,000
// people and 100,000 targets against a firm of 1,000 targets.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { bareHttp } from './support/bare.ts'
import { cpuOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { fillFirm, type Member, openReady } from './support/firm.ts'
import { load } from './support/load.ts'

const ROUNDS = 3
const SECONDS = 0.5
const READ_ROUNDS = 9
const LIST = '/api/tiles?status=active'

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const small = (await fillFirm(database, { people: 20, each: 25, won: 25 })).members[0]!
const same = (await fillFirm(database, { people: 20, each: 50 })).members[0]!
const firm = await fillFirm(database, { people: 1000, each: 50, won: 50 })
const [large] = firm.members as [Member]
await database.close()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})
const answer = await fetch(server.url + LIST, { headers: large.headers })
const text = await answer.text()
const { cursor } = JSON.parse(text) as { cursor: string }
const bare = await bareHttp(text)

const get = (path: string, headers: Record<string, string>, connections = 16, url = server.url) =>
  load({
    url,
    method: 'GET',
    senders: Array.from({ length: connections }, () => ({ headers, paths: [path] })),
    seconds: SECONDS,
  })

/** Includes the server's CPU time per request. */
async function measured(path: string, headers: Record<string, string>, connections?: number) {
  const before = cpuOf(server.pid)
  const loaded = await get(path, headers, connections)
  return { ...loaded, cpu: (cpuOf(server.pid) - before) / loaded.requests }
}

async function round() {
  return {
    bare: await get('/', {}, 16, bare.url),
    large: await measured(LIST, large.headers),
    alone: await measured(LIST, large.headers, 1),
    aloneSmall: await measured(LIST, same.headers, 1),
    nothing: await measured(`/api/tiles?after=${cursor}`, large.headers),
    hud: await measured('/api/user/hud', large.headers),
    read: await measured(`/api/tiles/${JSON.parse(text).tiles[0].id}`, large.headers),
  }
}

await get(LIST, large.headers)
await get(LIST, same.headers)
await get('/', {}, 16, bare.url)
const rounds: Awaited<ReturnType<typeof round>>[] = []
for (let i = 0; i < ROUNDS; i++) rounds.push(await round())
const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
const kilobytes = Math.round(text.length / 1024)

print({
  name: 'list of 50 of 50,000, 16 connections, ratio to bare node:http',
  value: of(({ large, bare }) => large.perSecond / bare.perSecond),
  unit: '',
  goal: { least: 0.2 },
  detail: `${of(({ large }) => large.perSecond).toFixed(0)} of ${of(({ bare }) => bare.perSecond).toFixed(0)} per second, ${kilobytes} kB each`,
})
print({
  name: 'list of 50: p50 with 50,000 in the firm to p50 with 1,000',
  value: of(({ alone, aloneSmall }) => alone.p50 / aloneSmall.p50),
  unit: '',
  goal: { most: 1.2 },
  detail: `${of(({ alone }) => alone.p50).toFixed(2)} to ${of(({ aloneSmall }) => aloneSmall.p50).toFixed(2)} ms, 1 connection; 16: ${of(({ large }) => large.p50).toFixed(1)} ms`,
})
print({
  name: 'list of 50: server CPU',
  value: of(({ large }) => large.cpu),
  unit: 'ms',
  goal: { most: 0.35 },
})
print({
  name: 'sync of targets with nothing new: server CPU',
  value: of(({ nothing }) => nothing.cpu),
  unit: 'ms',
  goal: { most: 0.35 },
  detail: `${of(({ nothing }) => nothing.perSecond).toFixed(0)} per second`,
})
print({
  name: 'summary (score, steps, revenue): server CPU',
  value: of(({ hud }) => hud.cpu),
  unit: 'ms',
  detail: `${of(({ hud }) => hud.perSecond).toFixed(0)} per second, p50 ${of(({ hud }) => hud.p50).toFixed(1)} ms`,
})
print({
  name: 'read one target: server CPU',
  value: of(({ read }) => read.cpu),
  unit: 'ms',
  detail: `${of(({ read }) => read.perSecond).toFixed(0)} per second`,
})

const half = (thousands: number[]) => thousands.reduce((sum, each) => sum + each, 0) / thousands.length
print({
  name: 'filling a firm with realistic names: the last tenth of 100,000 to the first',
  value: half(firm.batches.slice(-10)) / half(firm.batches.slice(0, 10)),
  unit: '×',
  goal: { most: 1.5 },
  detail: `50,000 in ${(half(firm.batches) * 0.05).toFixed(0)} s with upkeep, goal 40`,
})

// The reads of a manager of the whole firm, on one connection, alternating between the two firms.
const reads: Record<string, string> = {
  // The screens show these first. Devices load the other people of the firm behind it.
  'first 50 people of a manager': 'user/people?limit=50',
  'first 50 people of the firm': 'users?limit=50',
  companies: 'firms/companies?q=hal',
  summary: 'user/hud',
  score: 'user/score',
  'list of the active': 'tiles?status=active',
  'list of the won': 'tiles?status=completed',
  'Activity Report': 'reports/activity?range=last_month',
}
for (const [name, path] of Object.entries(reads)) {
  const times = { large: [] as number[], small: [] as number[] }
  const bytes = { large: 0, small: 0 }
  for (let i = 0; i < READ_ROUNDS; i++)
    for (const [size, { headers }] of [
      ['large', large],
      ['small', small],
    ] as const) {
      const from = performance.now()
      const answer = await fetch(`${server.url}/api/${path}`, { headers })
      bytes[size] = (await answer.text()).length
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      times[size].push(performance.now() - from)
    }
  print({
    name: `${name}: p50 with 1,000 people and 100,000 targets to p50 with 1,000 targets`,
    value: median(times.large) / median(times.small),
    unit: '×',
    goal: { most: 1.5 },
    detail: `${median(times.large).toFixed(1)} to ${median(times.small).toFixed(1)} ms; ${(bytes.large / 1000).toFixed(0)} and ${(bytes.small / 1000).toFixed(0)} kB`,
  })
}

bare.stop()
await server.stop()
