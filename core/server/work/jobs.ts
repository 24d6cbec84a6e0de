// Claims in the database ensure that only one process runs a job or message.
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { Refusal } from '#core/contract/errors.ts'
import type { TaskRunRow } from '#core/contract/work.ts'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { type AnyTask, wake } from './work.ts'
import { reclaimStale, startWorkers } from './workers.ts'

export type Job = {
  /** Permanent, because scheduled runs refer to it. */
  name: string
  /** Minute, hour, day, month, weekday, in UTC. */
  cron: string
  run: (database: Database) => Promise<void>
}

/** Changes fill it in their own transactions. */
export type JobQueue = {
  /** Permanent, as above. */
  name: string
  retry: { limit: number; firstAfterSeconds: number; everySeconds: number }
  /** Throws to request a retry, or `GivenUp` for none. The signal aborts when the server stops. */
  work: (database: Database, asked: EnqueuedJob) => Promise<void>
}

/** Permanently failed until an operator retries it. */
export class GivenUp extends Error {}

export type EnqueuedJob = { data: unknown; isLastAttempt: boolean; signal: AbortSignal }

export type Jobs = {
  /** Runs a job now instead of on schedule. */
  runNow: (name: string) => Promise<void>
  wake: (queue: string) => void
  stop: () => Promise<void>
}

const LOOK_EVERY_SECONDS = 30
/** Triggers from other processes can be lost. */
const LOOK_OFTEN_SECONDS = 10
/** Workers per queue, and messages per worker. A slow message delays only its neighbors. */
const LANES = 3
const BATCH = 4
/** Seconds of silence before another process takes over. */
const SILENT_SECONDS = 20
/** No time limit. Without the heartbeat, a killed process's job would not run again for fifteen minutes. */
const jobRules = { heartbeatSeconds: 60, expireInSeconds: 24 * 60 * 60 - 1 }
const SAYS_EVERY_SECONDS = 5
/** Seconds of silence before a job is taken over, long before the library's own check. */
const GONE_SECONDS = 15
/** Milliseconds between checks. */
const WATCH_EVERY = 3000
/** Milliseconds for running work when the server stops. Then it returns to its queue. */
const STOP_LIMIT = 8000

type Started = {
  boss: PgBoss
  /** Workers by queue. */
  lanes: Map<string, string[]>
  works: readonly AnyTask[]
}
const started = new WeakMap<Database, Started>()

function startedOf(database: Database): Started {
  const found = started.get(database)
  if (!found) throw new Refusal('unavailable', 'This server isn’t running jobs right now.', 503, undefined, 30)
  return found
}

export const worksOf = (database: Database): string[] => started.get(database)?.works.map(({ name }) => name) ?? []

/** Does nothing if one is already queued or running. */
export async function trigger(database: Database, name: string): Promise<void> {
  const { boss, lanes } = startedOf(database)
  await boss.send(name, null, { retryLimit: 0 })
  for (const lane of lanes.get(name) ?? []) boss.notifyWorker(lane)
}

/** Returns the number of permanently failed entries it queued again. */
export async function retryFailed(database: Database, name: string): Promise<number> {
  const { boss, lanes, works } = startedOf(database)
  const work = works.find((one) => one.name === name)
  if (work) return retryWork(database, work)
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from jobs.job where name = $1 and state = 'failed' order by created_on limit 1000`,
    [name],
  )
  if (rows.length > 0)
    await boss.retry(
      name,
      rows.map(({ id }) => id),
    )
  for (const lane of lanes.get(name) ?? []) boss.notifyWorker(lane)
  return rows.length
}

/** Due rows define the work, so failed jobs are deleted and quarantined items made due. */
async function retryWork(database: Database, work: AnyTask): Promise<number> {
  await work.again?.(database)
  const { rowCount } = await database.pool.query(`delete from jobs.job where name = $1 and state = 'failed'`, [
    work.name,
  ])
  wake(work)
  return rowCount ?? 0
}

export type QueueState = {
  queue: string
  state: 'waiting' | 'active' | 'failed'
  count: number
  /** Time since which the oldest entry has been due. */
  since: string | null
}

/** Across all processes, without future entries. Empty until this process runs the queues. */
export async function queueStates(database: Database): Promise<QueueState[]> {
  if (!started.has(database)) return []
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<QueueState>`
      select name as queue, case when state in ('created', 'retry') then 'waiting' else state::text end as state, count(*)::int as count,
        min(start_after) filter (where state in ('created', 'retry')) as since
      from jobs.job
      where state in ('active', 'failed') or (state in ('created', 'retry') and start_after <= now())
      group by 1, 2 order by 1, 2`,
  )
  return rows
}

const stoppingOf = (work: AnyTask | undefined): Pick<TaskRunRow, 'can_stop' | 'if_stopped'> =>
  work?.failed
    ? { can_stop: true, if_stopped: work.ifStopped ?? 'Completed work is kept.' }
    : { can_stop: false, if_stopped: null }

export async function jobRuns(database: Database): Promise<TaskRunRow[]> {
  const works = started.get(database)?.works ?? []
  if (works.length === 0) return []
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Omit<TaskRunRow, 'can_stop' | 'if_stopped'>>`
      select j.id, j.name, case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as firm, j.created_on as since,
        j.state = 'active' as is_active, coalesce((j.output->>'done')::int, 0) as done
      from (select * from jobs.job) j left join orgs o on o.id::text = j.data->>'orgId'
      where j.name = any(${works.map(({ name }) => name)}) and j.state in ('created', 'retry', 'active') order by j.created_on, j.id limit 100`,
  )
  return rows.map((run) => ({ ...run, ...stoppingOf(works.find(({ name }) => name === run.name)) }))
}

/**
 * Ends after the current batch. Completed work remains, and people are notified. Returns null if it has ended or can't
 * be stopped.
 */
export async function stopRun(database: Database, id: string): Promise<TaskRunRow | null> {
  const { boss, works } = startedOf(database)
  const run = (await jobRuns(database)).find((one) => one.id === id && one.can_stop)
  const work = works.find(({ name }) => name === run?.name)
  const job = run && (await boss.getJobById(run.name, id))
  if (!run || !work?.failed || !job) return null
  await work.failed(database, work.input.parse(job.data), new Refusal('stopped', 'Our support team stopped this.'))
  await boss.cancel(run.name, id)
  return run
}

export async function startJobs(
  database: Database,
  jobs: readonly Job[],
  queues: readonly JobQueue[] = [],
  works: readonly AnyTask[] = [],
): Promise<Jobs> {
  const isEmbedded = database.kind === 'embedded'
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schema: 'jobs',
    ...(isEmbedded ? { backend: 'pglite' as const } : { superviseIntervalSeconds: 20, monitorIntervalSeconds: 20 }),
  })
  boss.on('error', (error) => console.error('A job queue error:', error))
  const lanes = new Map<string, string[]>()
  const running = new Set<Promise<unknown>>()
  const working = await begin().catch(async (error) => {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  })
  async function begin() {
    await inTurn(database, makeQueues)
    return startWorkers(database, boss, works)
  }
  async function makeQueues() {
    await boss.start()
    started.set(database, { boss, lanes, works })
    const names = jobs.map(({ name }) => name)
    // The embedded database has only this process.
    if (isEmbedded) await reclaimStale(database, names, 0)
    for (const job of jobs) {
      await boss.createQueue(job.name, { policy: 'singleton', ...jobRules })
      await boss.updateQueue(job.name, jobRules)
      await boss.schedule(job.name, job.cron, null, { tz: 'UTC', retryLimit: 3, retryDelay: 60, retryBackoff: true })
      lanes.set(job.name, [
        await boss.work(
          job.name,
          { pollingIntervalSeconds: LOOK_EVERY_SECONDS, heartbeatRefreshSeconds: SAYS_EVERY_SECONDS },
          () => job.run(database),
        ),
      ])
    }
    for (const queue of queues) lanes.set(queue.name, await startQueue(database, boss, queue, running))
  }
  // The library's own check would retry only after a minute, as a failure.
  const watching = setInterval(async () => {
    const names = jobs.map(({ name }) => name)
    const gone = await reclaimStale(database, names, GONE_SECONDS).catch(() => [])
    for (const lane of gone.flatMap((name) => lanes.get(name) ?? [])) boss.notifyWorker(lane)
  }, WATCH_EVERY).unref()
  if (isEmbedded) clearInterval(watching)
  return {
    async runNow(name) {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`There is no job ${name}.`)
      await job.run(database)
    },
    wake(name) {
      for (const lane of lanes.get(name) ?? []) boss.notifyWorker(lane)
    },
    async stop() {
      clearInterval(watching)
      await working.stop()
      // No need to wait if nothing can be running.
      await boss.stop({ graceful: jobs.length + queues.length > 0, timeout: STOP_LIMIT })
      // Stopped work records its progress in the database.
      await Promise.allSettled(running)
    },
  }
}

/** An arbitrary number that no other lock uses. */
const TURN = 7_251_946_032

/** Concurrent processes would conflict while creating the job tables. */
async function inTurn(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.kind === 'embedded') return work()
  const connection = await database.sessions.connect()
  try {
    await connection.query(`select pg_advisory_lock(${TURN})`)
    await work()
  } finally {
    await connection.query(`select pg_advisory_unlock(${TURN})`).catch(() => undefined)
    connection.release()
  }
}

/** Returns the worker IDs. */
async function startQueue(
  database: Database,
  boss: PgBoss,
  { name, retry, work }: JobQueue,
  running: Set<Promise<unknown>>,
): Promise<string[]> {
  const rules = {
    retryLimit: retry.limit,
    retryDelay: retry.firstAfterSeconds,
    retryDelayMax: retry.everySeconds,
    retryBackoff: true,
    heartbeatSeconds: SILENT_SECONDS,
    deleteAfterSeconds: 24 * 60 * 60,
  }
  await boss.createQueue(name, rules)
  await boss.updateQueue(name, rules)
  // Active work belongs to a predecessor, since the embedded database has only this process.
  if (database.kind === 'embedded')
    await database.pool.query(
      `update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null where name = $1 and state = 'active'`,
      [name],
    )
  const answer = async (job: JobWithMetadata<unknown>) => {
    const isLastAttempt = job.retryCount >= job.retryLimit
    try {
      await work(database, { data: job.data, isLastAttempt, signal: job.signal })
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      const status = error instanceof GivenUp ? ('deadletter' as const) : ('failed' as const)
      return { id: job.id, status, output: { message: (error as Error).message } }
    }
  }
  const look = () =>
    boss.work(
      name,
      {
        pollingIntervalSeconds: LOOK_OFTEN_SECONDS,
        batchSize: BATCH,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      },
      (batch) => {
        const answers = Promise.all(batch.map(answer))
        running.add(answers)
        void answers.finally(() => running.delete(answers))
        return answers
      },
    )
  return Promise.all(Array.from({ length: LANES }, look))
}
