import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import { isUnavailable } from '../failures.ts'
import { withoutRls } from '../tx.ts'
import { MaintenanceState } from './maintenance.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'
import { roomiestDisk } from './passing.ts'
import { cacheDirectory, cachedDirectory, enginePostgres } from './template.ts'

const places: string[] = []
const open: EmbeddedDatabase[] = []
const place = () => {
  const directory = mkdtempSync(join(roomiestDisk(), 'pursuit-embedded-'))
  places.push(directory)
  return directory
}
const opened = async (directory: string, statementLimit?: number) => {
  const database = await openEmbedded({ directory, statementLimit })
  open.push(database)
  return database
}
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
  for (const directory of places.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** Runs `body` in another process, with `database` and `say` in scope. */
function another(directory: string, body: string): { child: ChildProcess; lines: AsyncIterableIterator<string> } {
  const program = `import { openDatabase } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)}
    const say = (line) => process.stdout.write(line + '\\n')
    const database = await openDatabase({ directory: ${JSON.stringify(directory)} })
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!child.stdout) throw new Error('No output')
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

describe('a data directory', () => {
  test('rejects a second Pursuit with a message, in this process and in another one', async () => {
    const directory = place()
    await opened(directory)
    await expect(openEmbedded({ directory })).rejects.toThrow(
      `This data directory is in use by another Pursuit (process ${process.pid}, since `,
    )
    const { child } = another(directory, '')
    let complaint = ''
    child.stderr?.on('data', (text) => {
      complaint += text
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(complaint).toContain(`This data directory is in use by another Pursuit (process ${process.pid}, since `)
  })

  test('is available again after it is closed', async () => {
    const directory = place()
    const first = await opened(directory)
    await first.pool.query('create table kept (id int)')
    await first.close()
    const second = await opened(directory)
    expect((await second.pool.query("select to_regclass('kept')::text as kept")).rows).toEqual([{ kept: 'kept' }])
  })

  test('rejects a directory of another engine with a message and leaves it unchanged', async () => {
    const directory = place()
    await (await opened(directory)).close()
    writeFileSync(join(directory, 'engine.json'), '{"pglite":"0.4.9"}')
    await expect(openEmbedded({ directory })).rejects.toThrow(
      /was written by embedded database engine 0\.4\.9 \(PostgreSQL 18\); this Pursuit has [\d.]+ .*, which can’t read it/,
    )
    writeFileSync(join(directory, 'cluster', 'PG_VERSION'), '17\n')
    rmSync(join(directory, 'engine.json'))
    await expect(openEmbedded({ directory })).rejects.toThrow(/PostgreSQL 17/)
  })

  test('disappears on close when it is in memory', async () => {
    const database = await openEmbedded({ directory: 'memory' })
    const where = database.directory
    expect(existsSync(where)).toBe(true)
    await database.close()
    expect(existsSync(where)).toBe(false)
  })
})

describe('committed data', () => {
  test('is synced to the disk on each commit', async () => {
    const database = await opened(place())
    await database.pool.query('create table kept (id int)')
    for (let id = 0; id < 20; id++) {
      const before = database.engine.syncs()
      await database.pool.query('insert into kept values ($1)', [id])
      expect(database.engine.syncs()).toBeGreaterThan(before)
    }
    const settled = database.engine.syncs()
    await database.pool.query('select * from kept')
    expect(database.engine.syncs()).toBe(settled)
  })

  test('survives a kill at any time', async () => {
    const directory = place()
    const first = await opened(directory)
    await first.pool.query('create table kept (id int primary key, filler text)')
    await first.close()
    const acknowledged: number[] = []
    for (let round = 0; round < 4; round++) {
      const { child, lines } = another(
        directory,
        `const commit = async (id) => {
          await database.pool.query("insert into kept values ($1, repeat('f', 3000))", [id])
          say(String(id))
        }
        let next = ${round * 100_000}
        const lane = async () => { for (;;) await commit(next++) }
        await Promise.all([lane(), lane(), lane(), lane(), database.pool.query('checkpoint')])`,
      )
      const until = 20 + Math.floor(Math.random() * 250)
      let seen = 0
      const closed = once(child, 'close')
      for await (const line of lines) {
        acknowledged.push(Number(line))
        if (++seen === until) child.kill('SIGKILL')
      }
      await closed
      expect(seen).toBeGreaterThanOrEqual(until)
      const again = await opened(directory)
      const stored = await again.pool.query<{ id: number }>('select id from kept')
      const there = new Set(stored.rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
      await again.close()
    }
  }, 120_000)
})

describe('a query that hangs', () => {
  test('is abandoned with the engine, which reopens with everything that was committed', async () => {
    const database = await opened(place(), 1500)
    await database.pool.query('create table kept (id int)')
    await database.pool.query('insert into kept values (1)')
    const hanging = withoutRls(database, async (tx) => {
      await tx.sql`insert into kept values (2)`
      await tx.sql`select count(*) from generate_series(1, 100000000) a, generate_series(1, 100000000) b`
    })
    const behind = database.pool.query('select id from kept')
    const error = await hanging.catch((reason) => reason)
    expect(isUnavailable(error)).toBe(true)
    expect((await behind).rows).toEqual([{ id: 1 }])
    expect(database.engine.reopened()).toBe(1)
    await database.pool.query('insert into kept values (3)')
    expect((await database.pool.query('select id from kept order by id')).rows).toEqual([{ id: 1 }, { id: 3 }])
  })

  test('leaves the database unavailable until the engine can be opened again', async () => {
    const directory = place()
    const database = await opened(directory, 1000)
    await database.pool.query('create table kept (id int)')
    const mark = join(directory, 'cluster', 'PG_VERSION')
    const hanging = database.pool.query(
      'select count(*) from generate_series(1, 100000000) a, generate_series(1, 100000000) b',
    )
    renameSync(mark, `${mark}.away`)
    expect(isUnavailable(await hanging.catch((reason) => reason))).toBe(true)
    const refused = await database.check().catch((reason) => reason)
    expect(isUnavailable(refused)).toBe(true)
    renameSync(`${mark}.away`, mark)
    const counted = () => database.pool.query('select count(*) as n from kept').catch((reason: Error) => reason)
    // Attempts are half a second apart.
    await expect.poll(counted).toMatchObject({ rows: [{ n: 0 }] })
  })

  test('runs without a limit when the caller asked for that', async () => {
    const database = await opened(place(), 200)
    const answer = await database.withoutLimit(() =>
      database.pool.query('select count(*) as n from generate_series(1, 3000000)'),
    )
    expect(answer.rows).toEqual([{ n: 3_000_000 }])
    expect(database.engine.reopened()).toBe(0)
  })

  test('is ended as an idle transaction, so that others can run', async () => {
    const database = await opened(place(), 2000)
    await database.pool.query('create table kept (id int)')
    const begun = Promise.withResolvers<void>()
    const remembered = Promise.withResolvers<void>()
    const forgotten = withoutRls(database, async (tx) => {
      await tx.sql`insert into kept values (1)`
      begun.resolve()
      await remembered.promise
      await tx.sql`insert into kept values (2)`
    })
    const failed = forgotten.catch((reason) => reason)
    await begun.promise
    expect((await database.pool.query('select count(*) as n from kept')).rows).toEqual([{ n: 0 }])
    remembered.resolve()
    expect(isUnavailable(await failed)).toBe(true)
    expect((await database.pool.query('select count(*) as n from kept')).rows).toEqual([{ n: 0 }])
  })
})

describe('the engine', () => {
  test('has its extensions and settings after every open', async () => {
    const directory = place()
    const first = await opened(directory)
    await first.pool.query('create extension pg_trgm; create extension unaccent')
    await first.close()
    const second = await opened(directory)
    const answer = await second.pool.query(
      `select similarity('Acme Bank', 'Acme Bnak') > 0.3 as near, unaccent('Müller') as plain, current_setting('shared_buffers') as buffers,
        current_setting('fsync') as fsync, current_setting('wal_sync_method') as method, current_setting('timezone') as zone,
        current_setting('server_version_num')::int / 10000 as postgres`,
    )
    expect(answer.rows).toEqual([
      {
        near: true,
        plain: 'Muller',
        buffers: '32MB',
        fsync: 'on',
        method: 'fsync',
        zone: 'UTC',
        postgres: Number(enginePostgres),
      },
    ])
  })

  test('vacuums worn tables and checkpoints its log', async () => {
    const database = await opened(place())
    await database.pool.query('create table worn (id int primary key, n int)')
    await database.pool.query('insert into worn select i, 0 from generate_series(1, 2000) i')
    await database.pool.query('update worn set n = n + 1')
    const upkeep = new MaintenanceState(database.pool, database.engine)
    expect(await upkeep.vacuum()).toContain('public.worn')
    const dead = await database.pool.query("select n_dead_tup as n from pg_stat_user_tables where relname = 'worn'")
    expect(dead.rows).toEqual([{ n: 0 }])
    expect(await upkeep.vacuum()).toEqual([])
    const place0 = await database.pool.query('select checkpoint_lsn::text as at from pg_control_checkpoint()')
    await upkeep.checkpoint()
    const place1 = await database.pool.query('select checkpoint_lsn::text as at from pg_control_checkpoint()')
    expect(place1.rows[0].at).not.toBe(place0.rows[0].at)
  })

  test('returns each of many concurrent callers its own result', async () => {
    const database = await opened(place())
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        database.pool.query('select $1::int as x', [index]).then((answer) => answer.rows[0].x),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })
})

describe('a ready-made directory', () => {
  test('is built once for all concurrent callers and never visible half built', async () => {
    const name = `test-${process.pid}`
    try {
      const made = await Promise.all(
        Array.from({ length: 4 }, (_, index) =>
          cachedDirectory(name, async (directory) => {
            writeFileSync(join(directory, 'first'), String(index))
            await new Promise<void>((resolve) => setImmediate(resolve))
            writeFileSync(join(directory, 'second'), String(index))
          }),
        ),
      )
      expect(new Set(made).size).toBe(1)
      expect(readdirSync(made[0] ?? '').sort()).toEqual(['first', 'second'])
      expect(readdirSync(cacheDirectory()).filter((entry) => entry.startsWith(`making-${name}`))).toEqual([])
    } finally {
      rmSync(join(cacheDirectory(), name), { recursive: true, force: true })
    }
  })
})
