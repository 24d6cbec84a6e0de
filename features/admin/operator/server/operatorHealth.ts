// Reads the server's health for operators on request. Stores nothing.
import { statfs } from 'node:fs/promises'
import { notFound } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { checkAll } from '#core/server/checks/checks.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { outgoingCounts, outgoingTroubles, retryOutgoing } from '#core/server/outgoing/troubles.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { jobRuns, retryFailed, stopRun, trigger, worksOf } from '#core/server/work/jobs.ts'
import { type Checks, type Health, type JobState, operatorRoutes as routes } from '../contract.ts'
import { auditInBothFirms } from './operatorFirms.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

export const operatorHealthRoutes: Handler[] = [
  defineHandler(
    routes.health,
    operator,
    ({ database, request }) => healthOf(database, request.server.productVersion, request.server.events.count()),
    {
      isLong: true,
    },
  ),
  defineHandler(routes.checks, operator, ({ database }) => checksOf(database), { isLong: true }),
  defineHandler(
    routes.runJob,
    operator,
    async ({ database, session, params }) => {
      const jobs = await withoutRls(database, (tx) => jobStates(tx, worksOf(database)))
      if (!jobs.some(({ name, cron }) => name === params.name && cron !== null)) throw noJob()
      await trigger(database, params.name)
      await withoutRls(database, (tx) => audit(tx, session, { action: 'job.run', subject: { name: params.name } }))
    },
    { isLong: true, whenRepeated: 'A job that is queued already isn’t queued again.' },
  ),
  defineHandler(
    routes.retryJob,
    operator,
    async ({ database, session, params }) => {
      const jobs = await withoutRls(database, (tx) => jobStates(tx, worksOf(database)))
      if (!jobs.some(({ name, cron, is_work }) => name === params.name && (cron !== null || is_work))) throw noJob()
      const retried = await retryFailed(database, params.name)
      await withoutRls(database, (tx) =>
        audit(tx, session, { action: 'job.retried', subject: { name: params.name }, details: { retried } }),
      )
      return { retried }
    },
    { isLong: true, whenRepeated: 'A retried job no longer counts as failed.' },
  ),
  defineHandler(
    routes.stopRun,
    operator,
    async ({ database, session, params }) => {
      const run = await stopRun(database, params.id)
      if (!run) throw notFound('This task has already ended or can’t be stopped.')
      const entry = { action: 'job.stopped', subject: { name: run.name }, details: { firm: run.firm?.name ?? null } }
      await withoutRls(database, (tx) => auditInBothFirms(tx, session, run.firm?.id ?? session.org.id, entry))
    },
    { isLong: true, whenRepeated: 'A stopped task returns 404.' },
  ),
  defineHandler(
    routes.sendAgain,
    operator,
    async ({ database, session, params }) => {
      const trouble = (await outgoingTroubles(database, 500)).find(
        ({ orgId, id }) => orgId === params.firm && id === params.id,
      )
      if (!trouble || !(await retryOutgoing(database, params.firm, params.id)))
        throw notFound('This message no longer exists or can’t be sent anymore.')
      const { channel, recipient, firm } = trouble
      await withoutRls(database, (tx) =>
        audit(tx, session, { action: 'outgoing.retried', subject: { name: recipient }, details: { channel, firm } }),
      )
    },
    { isLong: true, whenRepeated: 'A sent message returns 404.' },
  ),
]

const noJob = () => notFound('Unknown job.')

const worst = { ok: 0, warn: 1, bad: 2 }

async function checksOf(database: Database): Promise<Checks> {
  const { checks, processes } = await checkAll(database)
  const state = checks.map((check) => check.state).sort((a, b) => worst[b] - worst[a])[0]!
  return { at: new Date().toISOString(), state, checks, processes }
}

async function healthOf(database: Database, version: string, streams: number): Promise<Health> {
  const { bucket, waiting } = filesOf(database)
  const began = performance.now()
  await database.check()
  const milliseconds = Math.round((performance.now() - began) * 10) / 10
  const read = await withoutRls(database, async (tx) => ({
    about: await aboutDatabase(tx),
    files: await aboutFiles(tx),
    jobs: await jobStates(tx, worksOf(database)),
  }))
  const disk = await statfs(waiting).catch(() => statfs('.'))
  const problem = await bucket.check().then(
    () => '',
    (error: Error) => error.message,
  )
  return {
    version,
    node: process.versions.node,
    started_at: startedAt,
    now: new Date().toISOString(),
    memory: process.memoryUsage().rss,
    streams,
    database: { kind: database.kind, ...read.about, milliseconds },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    files: { kind: bucket.kind, place: bucket.place, problem, ...read.files },
    outgoing: await outgoingCounts(database),
    troubles: await outgoingTroubles(database),
    jobs: read.jobs,
    runs: await jobRuns(database),
  }
}

async function aboutDatabase(tx: Tx) {
  const { rows } = await tx.sql<{ version: string; bytes: number; connections: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`
  return rows[0]!
}

async function aboutFiles(tx: Tx) {
  const { rows } = await tx.sql<{ count: number; bytes: number; missing: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes, (count(*) filter (where missing_at is not null))::int as missing from files`
  return rows[0]!
}

/** Reads pg-boss's queues. Returns nothing if no process has ever started its jobs. */
async function jobStates(tx: Tx, works: string[]): Promise<JobState[]> {
  const there = await tx.sql<{ is: boolean }>`select to_regclass('jobs.job') is not null as is`
  if (!there.rows[0]!.is) return []
  const { rows } = await tx.sql<
    Omit<JobState, 'last'> & { at: string | null; state: string; seconds: number; problem: string | null }
  >`
    select q.name, s.cron,
      (select count(*)::int from jobs.job j where j.name = q.name and j.state in ('created', 'retry')) as waiting,
      (select count(*)::int from jobs.job j where j.name = q.name and j.state = 'active') as active,
      (select count(*)::int from jobs.job j where j.name = q.name and j.state = 'failed') as failed,
      q.name = any(${works}) as is_work,
      (select coalesce(sum((j.output->>'done')::int), 0)::int from jobs.job j where j.name = q.name and j.state = 'active') as done,
      l.completed_on as at, l.state::text as state, coalesce(extract(epoch from l.completed_on - l.started_on), 0)::float8 as seconds,
      l.output->>'message' as problem
    from jobs.queue q left join jobs.schedule s on s.name = q.name
    left join lateral (select * from jobs.job j where j.name = q.name and j.completed_on is not null order by j.completed_on desc limit 1) l on true
    where q.name not like '\\_\\_%' order by s.cron is null, q.name`
  return rows.map(({ at, state, seconds, problem, ...job }) => ({
    ...job,
    last: at === null ? null : { at, state, seconds: Math.round(seconds * 10) / 10, problem: problem ?? '' },
  }))
}
