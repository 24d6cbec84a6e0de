// Kills one of two servers on one PostgreSQL. The other soon finishes its work, and nothing is done twice.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { makePostgresDatabase } from '#tests/database.ts'

const PIECES = 200
/** Milliseconds from the kill to the other server's first item. */
const TAKEN_OVER_WITHIN = 10_000

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

function startWorker(url: string) {
  const child: ChildProcess = spawn(process.execPath, ['tests/faults/worker.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WORKER_URL: url },
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  cleanUp.push(kill)
  let said = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return { pid: child.pid!, kill, said: () => said }
}

test.runIf(process.env.TEST_DATABASE_URL)(
  'takes over a killed server’s long task within ten seconds and repeats nothing',
  async () => {
    const made = (await makePostgresDatabase())!
    cleanUp.push(made.drop)
    const pool = new pg.Pool({ connectionString: made.url, max: 2 })
    cleanUp.push(() => pool.end())
    await pool.query(
      'create table pieces (key text, n int, times int not null default 0, by int, primary key (key, n)); grant all on pieces to public',
    )
    const workers = [startWorker(made.url), startWorker(made.url)]
    for (const { said } of workers) await expect.poll(said, { timeout: 30_000 }).toContain('ready')
    await pool.query(`insert into pieces (key, n) select 'a', n from generate_series(1, ${PIECES}) as n`)
    const busy = () => workers.find(({ said }) => said().includes('did '))
    await expect.poll(busy, { timeout: 30_000, interval: 20 }).toBeDefined()
    const victim = busy()!
    const other = workers.find((one) => one !== victim)!
    await victim.kill()
    const killedAt = Date.now()
    const before = await pool.query<{ count: number }>('select count(*)::int as count from pieces where times > 0')
    expect(before.rows[0]!.count).toBeLessThan(PIECES)

    await expect.poll(other.said, { timeout: 30_000, interval: 50 }).toContain('did ')
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_WITHIN)
    const left = async () => (await pool.query('select 1 from pieces where times = 0')).rowCount
    await expect.poll(left, { timeout: 30_000 }).toBe(0)
    const { rows } = await pool.query<{ by: number; times: number }>(
      'select distinct by, times from pieces order by by',
    )
    expect(rows.map(({ times }) => times)).toEqual([1, 1])
    expect(new Set(rows.map(({ by }) => by))).toEqual(new Set(workers.map(({ pid }) => pid)))
  },
  120_000,
)
