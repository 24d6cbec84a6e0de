// Creating, changing, and winning targets with everything on, against a bare endpoint that inserts one row.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tiles } from '#features/targets/list/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { bareInsert } from './support/bare.ts'
import { cpuOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'
import { type Load, load } from './support/load.ts'

const ROUNDS = 3
const CONNECTIONS = 16
/** Includes one warm-up round. */
const PEOPLE = CONNECTIONS * (ROUNDS + 1)
const EACH = 50
const SECONDS = 1

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const { members } = await fillFirm(database, { people: PEOPLE, each: EACH, signedIn: PEOPLE })
await database.close()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})
const bare = await bareInsert(postgres.url)

const insert: Load = {
  url: bare.url,
  method: 'POST',
  senders: Array.from({ length: CONNECTIONS }, () => ({ headers: {}, paths: ['/'] })),
  body: JSON.stringify({ company: 'Halden Shipping {n}', contact: 'Ingrid Halden', goal: 'Become their counsel' }),
  seconds: SECONDS,
}

type Round = Record<'bare' | 'create' | 'edit' | 'complete', { perSecond: number; cpu: number; p50: number }>

/** Every connection is a different person with different targets. */
async function round(number: number): Promise<Round> {
  const people = members.slice(number * CONNECTIONS, (number + 1) * CONNECTIONS)
  const targets = await Promise.all(
    people.map(async ({ headers }) => idsOf(await fetch(`${server.url}/api/tiles?status=active`, { headers }))),
  )
  const change = (method: string, body: object, paths: (ids: string[]) => string[], isOnce = false): Load => ({
    url: server.url,
    method,
    senders: people.map(({ headers }, i) => ({
      headers: { ...headers, 'idempotency-key': '{key}' },
      paths: paths(targets[i]!),
    })),
    body: JSON.stringify(body),
    isOnce,
    seconds: SECONDS,
  })
  return {
    bare: await measured(insert, bare.pid),
    create: await measured(
      change(
        'POST',
        aTarget({
          company: 'Halden {n} Shipping',
          contact: 'Ingrid {n}',
          contact_email: 'ingrid{n}@halden.example',
          note: 'Met in May.',
        }),
        () => ['/api/tiles'],
      ),
    ),
    edit: await measured(
      change('PUT', { goal: 'Win the first engagement {n}' }, (ids) => ids.map((id) => `/api/tiles/${id}`)),
    ),
    complete: await measured(
      change('POST', { revenue: 40_000 }, (ids) => ids.map((id) => `/api/tiles/${id}?action=complete`), true),
    ),
  }
}

const idsOf = async (response: Response) => ((await response.json()) as Tiles).tiles.map(({ id }) => id)

async function measured(given: Load, pid = server.pid) {
  const before = cpuOf(pid)
  const { perSecond, requests, p50 } = await load(given)
  return { perSecond, p50, cpu: (cpuOf(pid) - before) / requests }
}

await round(ROUNDS)
const rounds: Round[] = []
for (let i = 0; i < ROUNDS; i++) rounds.push(await round(i))
for (const name of ['create', 'edit', 'complete'] as const) {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure))
  print({
    name: `${name} a target, 16 connections: share of a bare insert`,
    value: of((all) => all[name].perSecond / all.bare.perSecond),
    unit: '',
    goal: { least: 0.35 },
    detail: `${of((all) => all[name].perSecond).toFixed(0)} of ${of((all) => all.bare.perSecond).toFixed(0)} per second, p50 ${of((all) => all[name].p50).toFixed(1)} ms`,
  })
  print({
    name: `${name} a target: processor time of the server`,
    value: of((all) => all[name].cpu),
    unit: 'ms',
    goal: { most: 0.5 },
    detail: `bare: ${of((all) => all.bare.cpu).toFixed(2)} ms`,
  })
}

bare.stop()
await server.stop()
