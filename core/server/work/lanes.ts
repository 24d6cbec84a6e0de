// Who does long work in this process: lanes that claim it through pg-boss, one after the other, and hold the claim while they do.
import { setTimeout as wait } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from '../database/open.ts'
import { type AnyTask, isPassing, onWoken, runTask, Stopped } from './work.ts'

/** So many keys of one work at once: a large firm keeps the others waiting no longer than for a batch. */
const LANES = 2
/** Milliseconds; for what another process left, and for being woken having been missed. */
const LOOK_EVERY = 10_000
/** Milliseconds in which those who are woken together look together. */
const GATHER = 5
/** Milliseconds after which a key that was taken is looked at again, the first time: whoever has it may have looked too early. */
const AGAIN = 100
/** Milliseconds in which other processes may take what is due beside what this one is at: two do it sooner than one. */
const LEAVE = 100
/** Where a process says that it has put more into a queue than it takes at once. */
const CHANNEL = 'more_work_is_due'
/** A process that says nothing for so many seconds is gone: another one takes its work over. Batches are far shorter. */
const SILENT_SECONDS = 6
/** Milliseconds after which a process that works says so, and others look who does not. */
const BEAT = 1500
/** Where nobody takes over, the queue's own watch does, at the least it may be told. */
const WATCHED_SECONDS = 15
/** Attempts at what is not the database's being away. */
const ATTEMPTS = 3
const KEPT_SECONDS = 30 * 24 * 60 * 60

export type TaskWorkers = {
  /** Ends the work after the batch at hand; the next start goes on. */
  stop: () => Promise<void>
}

const queue = {
  // Of each key one waits, runs or is to be tried again.
  policy: 'exclusive' as const,
  retryLimit: 1000,
  retryDelay: 2,
  retryDelayMax: 60,
  retryBackoff: true,
  heartbeatSeconds: WATCHED_SECONDS,
  // Work takes as long as it takes: who is silent is found by the heartbeat.
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
    // The embedded database has one process, and this is it: whatever is being worked on was its predecessor's.
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

/** Frees what those had claimed who were silent for so long; answers the names of that work. Who had it finds its claim lost at the next beat. */
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
  /** There is something to claim already. */
  rouse: () => void
  /** So many lanes are at work. */
  busy: number
  /** Resolves when there may be something to claim, when it is time to look anyway, and when the server stops. */
  woken: () => Promise<void>
  looking: () => Promise<void>
  stop: () => void
}

/** Puts what is due into the queue, where it isn't yet, and wakes the lanes. Those who ask meanwhile have another look after it. */
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
      // Nobody is there to be asked for a while: the next look is soon.
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
    // Asked for before the claim is tried: whoever wakes the lane meanwhile is not missed.
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
      // What was left by those who found the key taken.
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

/** Does what was claimed, and settles the claim, whatever comes of it. Answers how many pieces were done. */
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
  // It is due still, and is found by the next look.
  if (error instanceof Stopped) return void (await boss.complete(work.name, attempt))
  if (!(error instanceof Refusal)) console.error(`The work ${work.name} failed:`, error)
  const isOver = error instanceof Refusal || (!isPassing(error) && claim.retryCount + 1 >= ATTEMPTS)
  if (!isOver) return void (await boss.fail(work.name, attempt, { message: error.message }))
  await work.failed?.(database, work.input.parse(claim.data), error)
  await fail(database, claim, error.message)
}

/** For good, and kept for operators for longer than what went well. */
async function fail(database: Database, { name, id, retryCount }: Claim, message: string): Promise<void> {
  await database.pool.query(
    `update jobs.job set state = 'failed', completed_on = now(), output = $4, deletion_seconds = $5 where name = $1 and id = $2 and retry_count = $3 and state = 'active'`,
    [name, id, retryCount, JSON.stringify({ message }), KEPT_SECONDS],
  )
}

/** Says how far it came. False when another process has taken it over, or its firm was closed. */
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
