// Database time of the Viewer's reports and the dashboard's panels for a firm of 1,000 people with 100,000 targets,
// three years of events, and 24 lessons. Each runs for the whole firm and a group, over 30 days and a year, alternating
// with a bare connection without row security. The figure is the minimum of the rounds. `PURSUIT_BENCH_PLANS=overview`
// prints plans. PURSUIT_BENCH_URL uses the firm in that database, or creates it.
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { features } from '#app/features.ts'
import { addDays, dayIn, stampIn } from '#core/contract/dates.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import type { Database } from '#core/server/database/open.ts'
import { APP_ROLE } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { scopeOf } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { forecastOfTeam } from '#features/pipeline/forecast/server/figures.ts'
import { figuresOfTeam } from '#features/targets/figures/server/teamFigures.ts'
import { reportFigures } from '#features/targets/reports/reportPathsContract.ts'
import { learningOfTeam } from '#features/trainer/learning/server/teamLearning.ts'
import * as panels from '#features/viewer/kpi/server/figures.ts'
import { learning } from '#features/viewer/kpi/server/learning.ts'
import type { Counting } from '#features/viewer/kpi/server/sources.ts'
import { growFirm } from '#tests/grownFirm.ts'
import { readsOf, sentBy, type Timed } from '#tests/statements.ts'
import { startPostgres } from '#tools/postgres.ts'
import { print } from './support/figures.ts'
import { openReady } from './support/firm.ts'

const SIZE = { people: 1000, each: 100, days: 3 * 365, lessons: 24, inGroup: 40 }
const ZONE = 'America/Los_Angeles'
const ROUNDS = 3
const [MOST, SHARE] = [300, 1.3]

const kept = process.env.PURSUIT_BENCH_URL
await using postgres = kept ? undefined : await startPostgres({ settings: { shared_buffers: '1GB' } })
const url = kept ?? postgres!.url
const database = await openReady({ url })
const { org, manager, group } = await firmIn(database)
const hand = new pg.Client({ connectionString: url, options: '-c jit=off -c timezone=UTC' })
hand.on('error', () => {})
await hand.connect()
await hand.query(`select set_config('app.org_id', $1, false)`, [org])

const session = {
  actor: manager,
  user: { settings: {} },
  org: { id: org, name: 'A large firm', zone: ZONE, access: 'yes' },
} as SignedInSession
const now = new Date().toISOString()
const today = dayIn(ZONE, now)
const yesterday = addDays(today, -1)
const spans: Record<string, Days> = {
  '30 days': { start: addDays(today, -30), end: yesterday },
  'a year': { start: addDays(today, -365), end: yesterday },
}

type Read = {
  name: string
  isDated: boolean
  keys: readonly ScopeKey[]
  read: (tx: Tx, key: ScopeKey, id: string, days: Days) => Promise<unknown>
}
const { viewerReports } = composeFeatures(features)
const sources = { teamFigures: figuresOfTeam, teamForecast: forecastOfTeam, teamLearning: learningOfTeam }
const panel = (name: string, count: (tx: Tx, counting: Counting, from: typeof sources) => Promise<unknown>): Read => ({
  name: `dashboard: ${name}`,
  isDated: true,
  keys: ['org', 'group'],
  read: async (tx, key, id, days) => {
    const { people } = await scopeOf(tx, session, key, id)
    return count(
      tx,
      { people, days, now, today, made: stampIn(ZONE, now), zone: ZONE, has: () => true, lesson: undefined },
      sources,
    )
  },
})
const reads: Read[] = [
  ...viewerReports.flatMap(({ report: { name, isDated, keys, comesInPages }, facts }) =>
    (name === 'made-of' ? reportFigures : [undefined]).flatMap((which): Read[] => {
      const ask =
        (page: object): Read['read'] =>
        (tx, key, id, days) =>
          facts(tx, session, { key, id, ...(isDated && days), which, ...page }, now)
      const one = { name: which ? `${name}: ${which}` : name, isDated, keys }
      if (!comesInPages) return [{ ...one, read: ask({}) }]
      return [
        { ...one, read: ask({ from: 0 }) },
        { ...one, name: `${name}, with words`, read: ask({ from: 0, words: 'halden 77' }) },
        { ...one, name: `${name}, for a file`, read: ask({}) },
      ]
    }),
  ),
  panel('five figures', panels.readFigures),
  panel('forecast', panels.quartersAhead),
  panel('pipeline', panels.readPipelineFigures),
  panel('won by month', panels.wonByMonth),
  panel('people', panels.readPeopleFigures),
  panel('learning', learning),
]

const named = process.env.PURSUIT_BENCH_PLANS
const ids: Record<ScopeKey, string> = { org, group, user: session.actor.id }
for (const one of reads.filter(({ name }) => !named || name.startsWith(named)))
  for (const key of one.keys.length > 1 ? one.keys.filter((key) => key !== 'user') : one.keys)
    for (const [span, days] of Object.entries(one.isDated ? spans : { now: spans['30 days']! })) {
      const of = `${one.name}, ${key}, ${span}`
      await measure(of, (tx) => one.read(tx, key, ids[key], days))
    }
await hand.end()
await database.close()

async function measure(of: string, read: (tx: Tx) => Promise<unknown>): Promise<void> {
  const times = { report: [] as number[], bare: [] as number[], whole: [] as number[], cpu: [] as number[] }
  let bytes = 0
  let statements: Timed[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    const answer = await withOrg(
      database,
      org,
      async (tx) => {
        let found: unknown
        const before = backendCpu(await backendOf(tx))
        statements = readsOf(
          await sentBy(tx, async () => {
            found = await read(tx)
          }),
        )
        times.cpu.push(backendCpu(await backendOf(tx)) - before)
        return found
      },
      { isQuiet: true },
    )
    bytes = JSON.stringify(answer).length
    times.whole.push(performance.now() - from)
    times.report.push(statements.reduce((sum, { ms }) => sum + ms, 0))
    const begun = performance.now()
    for (const { text, values } of statements) await hand.query(text, values)
    times.bare.push(performance.now() - begun)
  }
  if (named) for (const statement of statements) await plan(statement)
  const least = (of: keyof typeof times) => Math.min(...times[of])
  print({
    name: `${of}: time in the database`,
    value: least('report'),
    unit: 'ms',
    goal: { most: MOST },
    detail: `CPU ${least('cpu').toFixed(0)} ms, ${(least('report') / least('bare')).toFixed(2)} × its bare SQL (goal ≤ ${SHARE}); the whole response ${least('whole').toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB`,
  })
}

async function backendOf(tx: Tx): Promise<number> {
  return (await tx.sql<{ pid: number }>`select pg_backend_pid() as pid`).rows[0]!.pid
}
/** Milliseconds a backend has run, without waiting for a core. */
function backendCpu(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Uses the product's role. */
async function plan({ text, values, ms }: Timed): Promise<void> {
  await hand.query(`begin; set local role ${APP_ROLE}`)
  const { rows } = await hand.query<{ 'QUERY PLAN': string }>(
    `explain ${process.env.PLAN ?? '(analyze, buffers)'} ${text}`,
    values,
  )
  await hand.query('rollback')
  console.log(`\n${ms.toFixed(0)} ms: ${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`)
}

async function firmIn(into: Database): ReturnType<typeof growFirm> {
  const from = performance.now()
  const { rows } = await into.pool.query<{ id: string }>(`select id from orgs where name = 'A large firm'`)
  if (rows.length === 0) {
    const made = await into.withoutLimit(() => growFirm(into, SIZE))
    console.log(`  the firm was made in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    return made
  }
  const found = await withoutRls(
    into,
    (tx) => tx.sql<{ org: string; manager: SignedInSession['actor']; group: string }>`
    select m.org_id as org, m.group_id as group, json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'role', u.role) as manager
    from group_managers m join users u on u.org_id = m.org_id and u.id = m.user_id join groups g on g.id = m.group_id where g.name = 'Group 1' and m.org_id = ${rows[0]!.id}`,
  )
  return { ...found.rows[0]!, people: [] }
}
