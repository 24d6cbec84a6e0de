import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { withoutRls } from '../database/tx.ts'
import { type Jobs, jobRuns, retryFailed, startJobs, stopRun } from './jobs.ts'
import { defineTask, triggerAfterCommit, wake } from './work.ts'

const PIECES = 300
/** Retries begin after two seconds. */
const patient = { timeout: 60_000 }

let home: TestDatabase
const started: Jobs[] = []
beforeAll(async () => {
  home = await testDatabase({ poolSize: 6 })
  await home.database.pool.query(
    'create table pieces (key text, n int, times int not null default 0, problem text, primary key (key, n))',
  )
})
beforeEach(async () => {
  await home.database.pool.query('delete from pieces')
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
  await home.database.pool.query(`delete from jobs.job`)
  vi.restoreAllMocks()
})
afterAll(() => home.close())

type Fixture = {
  name: string
  /** Called with the items of a batch, in its transaction. */
  onBatch?: (key: string, pieces: number[]) => Promise<void> | void
  failed?: (key: string, error: Error) => void
  canSetAside?: boolean
}

const aWork = ({ name, onBatch, failed, canSetAside }: Fixture) =>
  defineTask<{ key: string }>({
    name,
    input: z.object({ key: z.string() }),
    key: ({ key }) => key,
    sizes: { first: 20, most: 20 },
    due: async ({ pool }) =>
      (await pool.query<{ key: string }>('select distinct key from pieces where times = 0 and problem is null')).rows,
    begin: async (database, { key }) => ({
      next: (size) =>
        withoutRls(database, async (tx) => {
          // Skips items of a stopped run that were given up during the wait for their row.
          const { rows } = await tx.sql<{ n: number }>`
            update pieces set times = times + 1 where key = ${key} and problem is null and n in (select n from pieces where key = ${key} and times = 0 and problem is null order by n limit ${size}) returning n`
          const done = rows.map(({ n }) => n).sort((a, b) => a - b)
          // A poll that read the queue too early claims an empty batch, which isn't an attempt.
          if (done.length > 0) await onBatch?.(key, done)
          return { done: done.length, isLeft: done.length === size }
        }),
      ...(canSetAside && {
        setAside: async (problem: string) => {
          const { rowCount } = await database.pool.query(
            'update pieces set problem = $2 where key = $1 and n = (select min(n) from pieces where key = $1 and times = 0 and problem is null)',
            [key, problem],
          )
          return rowCount !== 0
        },
      }),
    }),
    failed: async ({ pool }, { key }, error) => {
      await pool.query('update pieces set problem = $2 where key = $1 and times = 0', [key, error.message])
      failed?.(key, error)
    },
    again: async ({ pool }) => void (await pool.query('update pieces set problem = null')),
  })

const start = async (...works: ReturnType<typeof aWork>[]) => {
  const jobs = await startJobs(home.database, [], [], works)
  started.push(jobs)
  return jobs
}
const give = (keys: string[], work: { name: string }) =>
  withoutRls(home.database, async (tx) => {
    await tx.sql`insert into pieces (key, n) select k, n from unnest(${keys}::text[]) as k, generate_series(1, ${PIECES}) as n`
    triggerAfterCommit(tx, work)
  })
const times = async () =>
  Object.fromEntries(
    (
      await home.database.pool.query<{ times: number; count: number }>(
        'select times, count(*)::int as count from pieces group by times order by times',
      )
    ).rows.map(({ times, count }) => [times, count]),
  )
const jobsOf = async (name: string) =>
  (
    await home.database.pool.query<{ state: string; message: string | null }>(
      `select state::text as state, output->>'message' as message from jobs.job where name = $1`,
      [name],
    )
  ).rows
/** An empty second claim can appear next to it. */
const failedJobsOf = async (name: string) => (await jobsOf(name)).filter(({ state }) => state === 'failed')

test('completes due work once with two processes and repeated triggers, one at a time per key', async () => {
  const busy = new Set<string>()
  let meetings = 0
  const onBatch = async (key: string) => {
    if (busy.has(key)) meetings++
    busy.add(key)
    await new Promise(setImmediate)
    busy.delete(key)
  }
  const work = aWork({ name: 'test.twice', onBatch })
  await start(work)
  await start(work)
  await give(['a', 'b', 'c'], work)
  for (let i = 0; i < 50; i++) wake(work)
  await expect.poll(times, patient).toEqual({ 1: 3 * PIECES })
  expect(meetings).toBe(0)
}, 90_000)

test('runs work left from before the start, and later work too', async () => {
  const work = aWork({ name: 'test.late' })
  await give(['a'], work)
  await start(work)
  await expect.poll(times, patient).toEqual({ 1: PIECES })
  await give(['b'], work)
  await expect.poll(times, patient).toEqual({ 1: 2 * PIECES })
}, 90_000)

test('stops after the current batch, and the next start completes the rest once', async () => {
  let batches = 0
  let jobs: Jobs | undefined
  let stopping: Promise<void> | undefined
  const work = aWork({
    name: 'test.stopped',
    onBatch: () => {
      if (++batches === 3) stopping = jobs!.stop()
    },
  })
  jobs = await start(work)
  await give(['a'], work)
  await expect.poll(() => stopping !== undefined, patient).toBe(true)
  await stopping
  expect(await times()).toEqual({ 0: PIECES - 60, 1: 60 })
  started.length = 0
  await start(work)
  await expect.poll(times, patient).toEqual({ 1: PIECES })
}, 90_000)

test('quarantines an item that fails on its own, continues, and retries it for an operator', async () => {
  let isBroken = true
  const work = aWork({
    name: 'test.apart',
    canSetAside: true,
    onBatch: (_, pieces) => {
      if (isBroken && pieces.includes(137)) throw new Error('137 is no good.')
    },
  })
  await start(work)
  await give(['a'], work)
  await expect
    .poll(() => failedJobsOf('test.apart'), patient)
    .toEqual([{ state: 'failed', message: expect.stringContaining('1 of 300 failed: 137 is no good.') }])
  expect(await times()).toEqual({ 0: 1, 1: PIECES - 1 })
  isBroken = false
  expect(await retryFailed(home.database, 'test.apart')).toBe(1)
  await expect.poll(times, patient).toEqual({ 1: PIECES })
}, 90_000)

test('retries a failure with growing delays, fails permanently after three attempts, and reports it', async () => {
  const attempts: number[] = []
  const told: string[] = []
  const work = aWork({
    name: 'test.failing',
    onBatch: () => {
      attempts.push(performance.now())
      throw new Error('No disk.')
    },
    failed: (key, error) => void told.push(`${key}: ${error.message}`),
  })
  await start(work)
  await give(['a'], work)
  await expect.poll(() => told, patient).toEqual(['a: No disk.'])
  expect(attempts).toHaveLength(3)
  expect(attempts[1]! - attempts[0]!).toBeGreaterThan(1950)
  expect(attempts[2]! - attempts[1]!).toBeGreaterThan(3950)
  expect(await times()).toEqual({ 0: PIECES })
  await expect.poll(() => failedJobsOf('test.failing'), patient).toEqual([{ state: 'failed', message: 'No disk.' }])
}, 90_000)

/** Fails an entry repeatedly under its retry rules and returns the delays in seconds. */
async function pausesOf(jobs: Jobs, name: string): Promise<number[]> {
  const { pool } = home.database
  const pauses: number[] = []
  for (;;) {
    jobs.wake(name)
    const stateOf = async () => {
      const { rows } = await pool.query<{ state: string; retry_count: number; pause: number }>(
        `select state::text as state, retry_count, extract(epoch from start_after - now())::float as pause from jobs.job where name = $1`,
        [name],
      )
      return rows[0]!
    }
    const isTried = async () => {
      const { state, pause } = await stateOf()
      return state === 'failed' || (state === 'retry' && pause > 1)
    }
    await expect.poll(isTried, patient).toBe(true)
    const { state, pause } = await stateOf()
    if (state === 'failed') return pauses
    pauses.push(pause)
    await pool.query('update jobs.job set start_after = now() where name = $1', [name])
  }
}

test('retries a failing job with doubling delays from one minute, then waits for its schedule, while others run', async () => {
  const ran: string[] = []
  const cron = '1 1 1 1 *'
  const failing = async () => {
    ran.push('failing')
    throw new Error('No disk.')
  }
  const well = async () => void ran.push('well')
  const jobs = await startJobs(home.database, [
    { name: 'test.broken', cron, run: failing },
    { name: 'test.well', cron, run: well },
  ])
  started.push(jobs)
  for (const name of ['test.broken', 'test.well'])
    await home.database.pool.query(
      `insert into jobs.job (name, policy, retry_limit, retry_delay, retry_backoff)
      select q.name, q.policy, (s.options->>'retryLimit')::int, (s.options->>'retryDelay')::int, (s.options->>'retryBackoff')::boolean
      from jobs.queue q join jobs.schedule s on s.name = q.name where q.name = $1`,
      [name],
    )
  const pauses = await pausesOf(jobs, 'test.broken')
  for (const [at, least] of [60, 120, 240].entries()) {
    expect(pauses[at]).toBeGreaterThan(least - 30)
    expect(pauses[at]).toBeLessThanOrEqual(2 * least)
  }
  expect(pauses).toHaveLength(3)
  expect(ran.filter((one) => one === 'failing')).toHaveLength(4)
  jobs.wake('test.well')
  await expect.poll(() => ran.includes('well'), patient).toBe(true)
  expect(await jobsOf('test.broken')).toEqual([{ state: 'failed', message: 'No disk.' }])
}, 90_000)

test('delays retries in a queue up to its limit and fails after the last attempt', async () => {
  const attempts: boolean[] = []
  const queue = {
    name: 'test.queue',
    retry: { limit: 4, firstAfterSeconds: 20, everySeconds: 100 },
    work: async (_: unknown, { isLastAttempt }: { isLastAttempt: boolean }) => {
      attempts.push(isLastAttempt)
      throw new Error('Nobody answers.')
    },
  }
  const jobs = await startJobs(home.database, [], [queue])
  started.push(jobs)
  await home.database.pool.query(
    `insert into jobs.job (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max)
    select name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max from jobs.queue where name = 'test.queue'`,
  )
  const pauses = await pausesOf(jobs, 'test.queue')
  const [first, second, third, fourth] = pauses.map((pause) => pause + 10)
  expect(first).toBeGreaterThan(20)
  expect(second).toBeGreaterThan(40)
  expect(third).toBeGreaterThan(80)
  expect(fourth).toBeGreaterThan(100)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(100)
  expect(attempts).toEqual([false, false, false, false, true])
  expect(await jobsOf('test.queue')).toEqual([{ state: 'failed', message: 'Nobody answers.' }])
}, 90_000)

test('fails nothing during a database outage and completes the work once afterwards', async () => {
  let attempts = 0
  const told: string[] = []
  const work = aWork({
    name: 'test.away',
    onBatch: () => {
      if (++attempts <= 2) throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' })
    },
    failed: (key) => void told.push(key),
  })
  await start(work)
  await give(['a'], work)
  await expect.poll(times, patient).toEqual({ 1: PIECES })
  expect(told).toEqual([])
}, 90_000)

const runOf = async (name: string) => (await jobRuns(home.database)).find((run) => run.name === name)
const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 50))

test('stops a run after the current batch when an operator asks, and notifies people', async () => {
  const told: string[] = []
  const ifStopped = 'Half of it stays.'
  const work = {
    ...aWork({ name: 'test.ended', onBatch: slow, failed: (_, error) => void told.push(error.message) }),
    ifStopped,
  }
  await start(work)
  await give(['a'], work)
  await expect
    .poll(() => runOf(work.name), patient)
    .toMatchObject({ is_active: true, can_stop: true, if_stopped: ifStopped, firm: null })
  expect(await stopRun(home.database, (await runOf(work.name))!.id)).toMatchObject({ name: work.name })
  expect(told).toEqual(['Our support team stopped this.'])
  const left = (await times())[0]
  expect(left).toBeGreaterThan(0)
  await expect.poll(() => runOf(work.name), patient).toBeUndefined()
  // Its worker is free again for the next task.
  await give(['b'], work)
  await expect.poll(async () => (await times())[1], patient).toBe(2 * PIECES - left!)
  expect(await stopRun(home.database, randomUUID())).toBeNull()
}, 90_000)

test("completes work that can't report having been stopped", async () => {
  const work = { ...aWork({ name: 'test.endless', onBatch: slow }), failed: undefined }
  await start(work)
  await give(['a'], work)
  await expect.poll(() => runOf(work.name), patient).toMatchObject({ can_stop: false, if_stopped: null })
  expect(await stopRun(home.database, (await runOf(work.name))!.id)).toBeNull()
  await expect.poll(times, patient).toEqual({ 1: PIECES })
}, 90_000)
