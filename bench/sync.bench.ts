// The incremental sync of several collections, against the specification's targets view alone: nothing new, one change, 200
// changes.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feed } from '#core/contract/feed.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { SECRET, startServer } from '#tests/server.ts'
import { startPostgres } from '#tools/postgres.ts'
import { cpuOf } from './support/cpu.ts'
import { median, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'
import { load } from './support/load.ts'

const ROUNDS = 3
const SECONDS = 0.5
/** Changes by someone else to this person's targets since. */
const CHANGES = [0, 1, 200]
const TOLD = 60

await using postgres = await startPostgres({ isDurable: true, settings: { shared_buffers: '512MB' } })
const database = await openReady({ url: postgres.url })
const firm = await fillFirm(database, { people: 40, each: 250 })
const person = firm.members[0]!
await withOrg(
  database,
  firm.orgId,
  (tx) =>
    tx.sql`insert into notifications (org_id, id, user_id, kind, occasion, text, path, created_at)
    select ${firm.orgId}, gen_random_uuid(), ${person.actor.id}, 'shared_target_updates', n::text, 'Told', '/targets/active', now() - n * interval '1 hour' from generate_series(1, ${TOLD}) n`,
)
await database.pool.query('vacuum analyze')
await database.close()
const server = await startServer({
  directory: mkdtempSync(join(tmpdir(), 'pursuit-bench-')),
  environment: { ...SECRET, DATABASE_URL: postgres.url, PURSUIT_DEMO: '0' },
})
const answer = await fetch(`${server.url}/api/sync`, { headers: person.headers })
const { collections } = (await answer.json()) as Feed
const { targets, notifications } = collections
const named = Object.entries(collections).flatMap(([name, rows]) => (rows ? `${name}:${rows.cursor}` : []))
if (!targets || !notifications) throw new Error('A collection is missing.')

/** Both cursors start that many changes ago. The last inbox items are equally new. */
const pathsOf = (changes: number) => {
  const since = (cursor: string, most: number) => Number(cursor) - Math.min(changes, most)
  return {
    all: `/api/sync?after=targets:${since(targets.cursor, 200)},notifications:${since(notifications.cursor, 1)}`,
    targets: `/api/tiles?after=${since(targets.cursor, 200)}`,
  }
}

/** Includes the server's CPU time per request. */
async function measured(path: string) {
  const before = cpuOf(server.pid)
  const senders = Array.from({ length: 16 }, () => ({ headers: person.headers, paths: [path] }))
  const loaded = await load({ url: server.url, method: 'GET', senders, seconds: SECONDS })
  return { ...loaded, cpu: (cpuOf(server.pid) - before) / loaded.requests }
}

const round = async (paths: ReturnType<typeof pathsOf>) => ({
  all: await measured(paths.all),
  targets: await measured(paths.targets),
})

for (const changes of CHANGES) {
  const paths = pathsOf(changes)
  for (const path of Object.values(paths)) await measured(path)
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await round(paths))
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
  const name = changes === 0 ? 'nothing new' : changes === 1 ? 'one change' : `${changes} changes`
  print({
    name: `sync of targets and notifications, ${name}: server CPU`,
    value: of(({ all }) => all.cpu),
    unit: 'ms',
    ...(changes === 0 && { goal: { most: 0.35 } }),
    detail: `${of(({ all }) => all.perSecond).toFixed(0)} per second, p50 ${of(({ all }) => all.p50).toFixed(1)} ms at 16 connections`,
  })
  print({
    name: `sync of targets and notifications, ${name}: p50 to that of targets only`,
    value: of(({ all, targets }) => all.p50 / targets.p50),
    unit: '×',
    goal: { most: 1.5 },
    detail: `targets only ${of(({ targets }) => targets.cpu).toFixed(2)} ms server CPU, p50 ${of(({ targets }) => targets.p50).toFixed(1)} ms`,
  })
}
const every = `/api/sync?after=${named.join()}`
await measured(every)
const calls: Awaited<ReturnType<typeof measured>>[] = []
for (let i = 0; i < ROUNDS; i++) calls.push(await measured(every))
print({
  name: `sync of the ${named.length} collections of a device, nothing new: server CPU`,
  value: median(calls.map(({ cpu }) => cpu)),
  unit: 'ms',
  goal: { most: 0.35 },
  detail: `${median(calls.map(({ perSecond }) => perSecond)).toFixed(0)} per second at 16 connections`,
})
await server.stop()
