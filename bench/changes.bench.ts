// Creating, changing, and winning targets with everything on, against a bare endpoint that inserts one row, and one that
// writes the same rows as the change with one function.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { bareChanges, bareInsert } from './support/bare.ts'
import { type Sample, sampleOf, targetRow } from './support/bareChange.ts'
import { cpuOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { fillFirm, type Member, openReady } from './support/firm.ts'
import { type Load, load } from './support/load.ts'

const ROUNDS = 3
const CONNECTIONS = 16
/** Includes one warm-up round. */
const PEOPLE = CONNECTIONS * (ROUNDS + 1)
const kinds = ['create', 'edit', 'complete'] as const
type Kind = (typeof kinds)[number]
const EACH = 50
const SECONDS = 1

const bodies = {
  create: aTarget({
    company: 'Halden {n} Shipping',
    contact: 'Ingrid {n}',
    contact_email: 'ingrid{n}@halden.example',
    note: 'Met in May.',
  }),
  edit: { goal: 'Win the first engagement {n}' },
  complete: { revenue: 40_000 },
}

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const { orgId, members } = await fillFirm(database, { people: PEOPLE + 1, each: EACH, signedIn: PEOPLE + 1 })
const sampler = members.at(-1)!
await database.close()
// The bare function writes into a copy with the same rows and indexes, where no upkeep follows.
const copy = new URL(postgres.url)
copy.pathname = '/copy'
const admin = new pg.Client({ connectionString: new URL('/template1', postgres.url).href })
await admin.connect()
await admin.query('create database copy template postgres')
await admin.end()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})
const bare = await bareInsert(postgres.url)
const bareFunction = await bareChanges({ databaseUrl: copy.href, samples: await samplesBy(sampler) })

const insert: Load = {
  url: bare.url,
  method: 'POST',
  senders: Array.from({ length: CONNECTIONS }, () => ({ headers: {}, paths: ['/'] })),
  body: JSON.stringify({ company: 'Halden Shipping {n}', contact: 'Ingrid Halden', goal: 'Become their counsel' }),
  seconds: SECONDS,
}

type Round = Record<'bare' | Kind | `bare ${Kind}`, { perSecond: number; cpu: number; p50: number }>

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
  const bareChange = (name: Kind, isOnce = false): Load => ({
    url: bareFunction.url,
    method: 'POST',
    senders: people.map(({ headers, actor }, i) => ({
      headers: { ...headers, 'x-user': actor.id, 'idempotency-key': '{key}' },
      paths: name === 'create' ? ['/create'] : targets[i]!.map((id) => `/${name}/${id}`),
    })),
    body: JSON.stringify(bodies[name]),
    isOnce,
    seconds: SECONDS,
  })
  return {
    bare: await measured(insert, bare.pid),
    create: await measured(change('POST', bodies.create, () => ['/api/tiles'])),
    'bare create': await measured(bareChange('create'), bareFunction.pid),
    edit: await measured(change('PUT', bodies.edit, (ids) => ids.map((id) => `/api/tiles/${id}`))),
    'bare edit': await measured(bareChange('edit'), bareFunction.pid),
    complete: await measured(
      change('POST', bodies.complete, (ids) => ids.map((id) => `/api/tiles/${id}?action=complete`), true),
    ),
    'bare complete': await measured(bareChange('complete', true), bareFunction.pid),
  }
}

/** Makes each change once, and reads what it wrote. */
async function samplesBy({ headers }: Member): Promise<Record<Kind, Sample>> {
  const send = async (method: string, path: string, body: object) => {
    const key = randomUUID()
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body).replaceAll('{n}', '0.0'),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return { key, id: ((await response.json()) as { id: string }).id }
  }
  const reading = await openReady({ url: postgres.url })
  const read = <T>(work: (tx: Tx) => Promise<T>) => withOrg(reading, orgId, work)
  const created = await send('POST', 'tiles', bodies.create)
  const create = await read((tx) => sampleOf(tx, created.id, created.key, null))
  const after = async (kind: 'edit' | 'complete', method: string, path: string) => {
    const before = await read((tx) => targetRow(tx, created.id))
    const { key } = await send(method, path, bodies[kind])
    return read((tx) => sampleOf(tx, created.id, key, before))
  }
  const edit = await after('edit', 'PUT', `tiles/${created.id}`)
  const complete = await after('complete', 'POST', `tiles/${created.id}?action=complete`)
  await reading.close()
  return { create, edit, complete }
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
for (const name of kinds) {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure))
  print({
    name: `${name} a target, 16 connections, ratio to a bare insert`,
    value: of((all) => all[name].perSecond / all.bare.perSecond),
    unit: '',
    goal: { least: 0.35 },
    detail: `${of((all) => all[name].perSecond).toFixed(0)} of ${of((all) => all.bare.perSecond).toFixed(0)} per second, p50 ${of((all) => all[name].p50).toFixed(1)} ms`,
  })
  print({
    name: `${name} a target, 16 connections, ratio to one function that writes the same rows`,
    value: of((all) => all[name].perSecond / all[`bare ${name}`].perSecond),
    unit: '',
    goal: { least: 0.5 },
    detail: `${of((all) => all[name].perSecond).toFixed(0)} of ${of((all) => all[`bare ${name}`].perSecond).toFixed(0)} per second, p50 ${of((all) => all[`bare ${name}`].p50).toFixed(1)} ms`,
  })
  print({
    name: `${name} a target: server CPU`,
    value: of((all) => all[name].cpu),
    unit: 'ms',
    goal: { most: 0.5 },
    detail: `bare: ${of((all) => all.bare.cpu).toFixed(2)} ms`,
  })
}

bare.stop()
bareFunction.stop()
await server.stop()
