import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { isUnavailable } from '../failures.ts'
import { type Migration, migrate, readMigrations } from '../migrate.ts'
import { withoutRls } from '../tx.ts'
import { PATIENCE, Primary } from './primary.ts'

const homes: TestDatabase[] = []
const opened = async (options: { poolSize?: number; statementLimit?: number }) => {
  const home = await testDatabase(options)
  homes.push(home)
  return home.database
}
afterEach(async () => {
  for (const home of homes.splice(0)) await home.close()
})

describe.runIf(process.env.TEST_DATABASE_URL)('a database server', () => {
  test('cancels a statement after its limit, but never a migration', async () => {
    const database = await opened({ statementLimit: 200 })
    const slow = await database.pool.query('select pg_sleep(20)').catch((reason) => reason)
    expect(slow).toMatchObject({ code: '57014' })
    expect(isUnavailable(slow)).toBe(true)
    const long: Migration = { name: '9001_long.sql', text: 'select pg_sleep(0.4)', checksum: 'long' }
    expect(await migrate(database, [...readMigrations(), long])).toEqual(['9001_long.sql'])
  })

  test("isn't considered silent by a process that was too busy to read its response", async () => {
    const primary = new Primary(process.env.TEST_DATABASE_URL ?? '')
    const client = new (primary.clients(pg.Client))(process.env.TEST_DATABASE_URL)
    const connected = client.connect()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE + 500)
    await connected
    await client.end()
    primary.close()
  })

  test('compiles no query, however expensive its plan looks', async () => {
    const database = await opened({})
    expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  })

  test('becomes unavailable when it ends a connection within a transaction, then recovers', async () => {
    const database = await opened({ poolSize: 2 })
    await database.pool.query('create table kept (id int)')
    const ended = withoutRls(database, async (tx) => {
      await tx.sql`insert into kept values (1)`
      await tx.sql`select pg_terminate_backend(pg_backend_pid())`
    })
    expect(isUnavailable(await ended.catch((reason) => reason))).toBe(true)
    await withoutRls(database, (tx) => tx.sql`insert into kept values (2)`)
    expect((await database.pool.query('select id from kept')).rows).toEqual([{ id: 2 }])
  })

  test('makes callers wait while all connections are in use', async () => {
    const database = await opened({ poolSize: 2 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        withoutRls(database, async (tx) => (await tx.sql<{ x: number }>`select ${index}::int as x`).rows[0]?.x),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })
})
