// Workers claim tasks one at a time through pg-boss and hold the claim while they run.
import { setTimeout as wait } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from '../database/open.ts'
import { type AnyTask, isPassing, onWoken, runTask, Stopped } from './work.ts'

/** Concurrent keys per task. A large firm delays others by at most one batch. */
const LANES = 2
/** Milliseconds between polls, for other processes' work and lost triggers. */
const LOOK_EVERY = 10_000
/** Milliseconds in which triggers are combined. */
const GATHER = 5
/** Milliseconds before a taken key is retried: its holder can have read the due rows too early. */
const AGAIN = 100
/** Milliseconds for other processes to take due work, because two finish sooner than one. */
const LEAVE = 100
/** A process queued more than it can run. */
const CHANNEL = 'more_work_is_due'
/** Seconds of silence before another process takes over. Batches are far shorter. */
const SILENT_SECONDS = 6
/** Milliseconds between heartbeats, and between checks for missing ones. */
const BEAT = 1500
/** Fallback: the library's check, at its minimum. */
const WATCHED_SECONDS = 15
/** Attempts, apart from those during a database outage. */
const ATTEMPTS = 3
const KEPT_SECONDS = 30 * 24 * 60 * 60

export type TaskWorkers = {
  /** After the current batch. The next start continues. */
  stop: () => Promise<void>
}

const queue = {
  // At most one entry per key that is queued, running, or due for a retry.
  policy: 'exclusive' as const,
  retryLimit: 1000,
  retryDelay: 2,
  retryDelayMax: 60,
  retryBackoff: true,
  heartbeatSeconds: WATCHED_SECONDS,
  // No time limit. The heartbeat detects dead processes.
  expireInSeconds: 24 * 60 * 60 - 1,
  deleteAfterSeconds: 60 * 60,
}

export async function startWorkers(database: Database, boss: PgBoss, works: readonly AnyTask[]): Promise<TaskWorkers> {
  const looks = new Map<string, Look>()
  const stopping = new AbortController()
  const ended: Promise<void>[] = []
  const { policy, ...rules } = queue
  for (const { name } of works) {
    await boss.createQueue(name, queue)
    await boss.updateQueue(name, rules)
    // Active work belongs to a predecessor, since the embedded database has only this process.
    if (database.kind === 'embedded') await reclaimStale(database, [name], 0)
  }
  for (const work of works) {
    const look = lookOf(database, boss, work)
    looks.set(work.name, look)
    for (let lane = 0; lane < LANES; lane++) ended.push(walk(database, boss, work, look, stopping.signal))
    look.wake()
  }
  const deafen = onWoken((name) => looks.get(name)?.wake())
  const ignore = await database.listen(CHANNEL, (name) => looks.get(name)?.rouse())
  const watching = setInterval(async () => {
    const gone = await reclaimStale(database, [...looks.keys()], SILENT_SECONDS).catch(() => [])
    for (const name of gone) looks.get(name)?.wake()
  }, BEAT).unref()
  if (database.kind === 'embedded') clearInterval(watching)
  return {
    async stop() {
      deafen()
      void ignore().catch(() => undefined)
      clearInterval(watching)
      stopping.abort()
      for (const look of looks.values()) look.stop()
      await Promise.all([...ended, ...[...looks.values()].map((look) => look.looking())])
    },
  }
}

/** Returns the released tasks. A former holder notices at its next heartbeat. */
export async function reclaimStale(database: Database, names: string[], silentSeconds: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null
    where name = any($1) and state = 'active' and heartbeat_seconds is not null and coalesce(heartbeat_on, '-infinity') < now() - make_interval(secs => $2) returning name`,
    [names, silentSeconds],
  )
  return rows.map(({ name }) => name)
}

type Look = {
  wake: () => void
  /** Wakes the workers, because something can already be claimed. */
  rouse: () => void
  busy: number
  /** Resolves when something can be claimed, a poll is due, or the server stops. */
  woken: () => Promise<void>
  looking: () => Promise<void>
  stop: () => void
}

/** Queues due work and wakes the workers. Triggers during a check cause another one. */
function lookOf(database: Database, boss: PgBoss, work: AnyTask): Look {
  const sleepers = new Set<() => void>()
  let gathering: NodeJS.Timeout | null = null
  let isAskedAgain = false
  let isStopped = false
  let later: NodeJS.Timeout | null = null
  let patience = AGAIN
  let looking: Promise<void> | null = null
  const rouse = () => {
    for (const sleeper of [...sleepers]) sleeper()
  }
  async function look() {
    try {
      let isTaken = false
      let added = 0
      for (const input of await ofOpenFirms(database, work, await work.due(database))) {
        if (isStopped) return
        const sent = await boss.send(work.name, input as object, { singletonKey: work.key(input) })
        if (sent === null) isTaken = true
        else added++
      }
      rouse()
      if (added > 1) await database.pool.query('select pg_notify($1, $2)', [CHANNEL, work.name])
      if (isTaken) lookLater()
    } catch (error) {
      // Temporarily unavailable, and the next check follows soon.
      if (!isStopped && !isPassing(error)) console.error(`Can’t read the due tasks of ${work.name}:`, error)
    }
  }
  function lookLater() {
    if (later) clearTimeout(later)
    later = setTimeout(lookSoon, patience)
    patience = Math.min(patience * 2, LOOK_EVERY)
  }
  function lookNow() {
    gathering = null
    looking = look().finally(() => {
      looking = null
      if (isAskedAgain) lookSoon()
    })
  }
  function lookSoon() {
    if (isStopped || gathering) return
    isAskedAgain = looking !== null
    if (!looking) gathering = setTimeout(lookNow, GATHER)
  }
  const regularly = setInterval(lookSoon, LOOK_EVERY).unref()
  return {
    busy: 0,
    rouse,
    wake() {
      patience = AGAIN
      lookSoon()
    },
    woken: () =>
      new Promise((resolve) => {
        if (isStopped) return resolve()
        const wakened = () => {
          clearTimeout(timer)
          sleepers.delete(wakened)
          resolve()
        }
        const timer = setTimeout(wakened, LOOK_EVERY).unref()
        sleepers.add(wakened)
      }),
    looking: async () => void (await looking),
    stop() {
      isStopped = true
      clearInterval(regularly)
      if (gathering) clearTimeout(gathering)
      if (later) clearTimeout(later)
      rouse()
    },
  }
}

const firmOf = (input: unknown) => (input as { orgId?: string }).orgId

async function ofOpenFirms(database: Database, { isForClosed }: AnyTask, due: unknown[]): Promise<unknown[]> {
  if (isForClosed || due.length === 0) return due
  const { rows } = await database.pool.query<{ id: string }>('select id from orgs where is_closed')
  const closed = new Set(rows.map(({ id }) => id))
  return due.filter((input) => !closed.has(firmOf(input) ?? ''))
}

type Claim = JobWithMetadata<unknown>

async function walk(database: Database, boss: PgBoss, work: AnyTask, look: Look, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    // Subscribes before claiming, so that no trigger is lost in between.
    const woken = look.woken()
    if (look.busy > 0 && database.kind !== 'embedded')
      await wait(LEAVE, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return
    look.busy++
    const claim = await claimNext(boss, work)
    if (!claim) {
      look.busy--
      await woken
    } else {
      const done = await fulfil(database, boss, work, claim, stopping).finally(() => look.busy--)
      // Others skipped work because the key was taken.
      if (done > 0) look.wake()
    }
  }
}

async function claimNext(boss: PgBoss, { name }: AnyTask): Promise<Claim | undefined> {
  try {
    const [claim] = await boss.fetch(name, { includeMetadata: true })
    return claim
  } catch (error) {
    if (!isPassing(error)) console.error(`Can’t claim the task ${name}:`, error)
    return undefined
  }
}

/** Always settles the claim. Returns the number of completed items. */
async function fulfil(
  database: Database,
  boss: PgBoss,
  work: AnyTask,
  claim: Claim,
  stopping: AbortSignal,
): Promise<number> {
  const lost = new AbortController()
  let done = 0
  const beat = setInterval(async () => {
    const isOurs = await reportAlive(database, work, claim, done).catch(() => true)
    if (!isOurs) lost.abort()
  }, BEAT)
  const attempt = { id: claim.id, retryCount: claim.retryCount }
  try {
    const input = work.input.parse(claim.data)
    const signal = AbortSignal.any([lost.signal, stopping])
    const onDone = (pieces: number) => {
      done = pieces
    }
    const apart = await runTask({ database, work, input, signal, onDone })
    if (apart.length === 0) await boss.complete(work.name, attempt, { done })
    else await fail(database, claim, `${apart.length} of ${done + apart.length} failed: ${apart[0]!.message}`)
  } catch (error) {
    await settle(database, boss, work, claim, error as Error).catch((again) =>
      console.error(`Can’t record the result of the task ${work.name}:`, again),
    )
  } finally {
    clearInterval(beat)
  }
  return done
}

async function settle(database: Database, boss: PgBoss, work: AnyTask, claim: Claim, error: Error): Promise<void> {
  const attempt = { id: claim.id, retryCount: claim.retryCount }
  // The work is still due for the next check.
  if (error instanceof Stopped) return void (await boss.complete(work.name, attempt))
  if (!(error instanceof Refusal)) console.error(`The work ${work.name} failed:`, error)
  const isOver = error instanceof Refusal || (!isPassing(error) && claim.retryCount + 1 >= ATTEMPTS)
  if (!isOver) return void (await boss.fail(work.name, attempt, { message: error.message }))
  await work.failed?.(database, work.input.parse(claim.data), error)
  await fail(database, claim, error.message)
}

/** Stores a failure longer than successes, for operators. */
async function fail(database: Database, { name, id, retryCount }: Claim, message: string): Promise<void> {
  await database.pool.query(
    `update jobs.job set state = 'failed', completed_on = now(), output = $4, deletion_seconds = $5 where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, JSON.stringify({ message }), KEPT_SECONDS],
  )
}

/** Returns false if another process took over or the firm was closed. */
async function reportAlive(
  database: Database,
  { isForClosed }: AnyTask,
  { name, id, retryCount, data }: Claim,
  done: number,
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `update jobs.job set heartbeat_on = now(), output = $4 where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, JSON.stringify({ done })],
  )
  const orgId = firmOf(data)
  if (rowCount === 0 || isForClosed || !orgId) return rowCount !== 0
  const closed = await database.pool.query('select 1 from orgs where is_closed and id = $1', [orgId])
  return closed.rowCount === 0
}
