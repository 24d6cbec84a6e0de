import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { isUnavailable } from './failures.ts'
import type { Database } from './open.ts'
import { openDatabase } from './open.ts'
import { transact, withOrg, withoutRls } from './tx.ts'

let home: TestDatabase
let database: Database

beforeAll(async () => {
  home = await testDatabase()
  database = home.database
  await withoutRls(database, (tx) =>
    tx.run(
      sql.raw(`create table boxes (org_id uuid not null, id int not null, what text, primary key (org_id, id));
        alter table boxes enable row level security;
        create policy own on boxes using (org_id = nullif(current_setting('app.org_id', true), '')::uuid)`),
    ),
  )
})

afterAll(() => home.close())

const count = async (firm: string) => {
  const result = await withOrg(database, firm, (tx) => tx.sql<{ n: number }>`select count(*) as n from boxes`)
  return result.rows[0]?.n
}
const put = (firm: string, id: number) =>
  withOrg(database, firm, (tx) => tx.sql`insert into boxes (org_id, id, what) values (${firm}, ${id}, 'x')`)

describe('a firm', () => {
  test('sees only its own rows', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await put(first, 1)
    await put(second, 1)
    await put(second, 2)
    expect(await count(first)).toBe(1)
    expect(await count(second)).toBe(2)
    const all = await withoutRls(
      database,
      (tx) => tx.sql<{ n: number }>`select count(*) as n from boxes where org_id in (${first}, ${second})`,
    )
    expect(all.rows[0]?.n).toBe(3)
  })

  test("can't write another firm's row", async () => {
    const other = randomUUID()
    await expect(
      withOrg(database, randomUUID(), (tx) => tx.sql`insert into boxes (org_id, id) values (${other}, 1)`),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await count(other)).toBe(0)
  })

  test("uses a role that can't create tables or read the migration list", async () => {
    const firm = randomUUID()
    await expect(withOrg(database, firm, (tx) => tx.sql`create table mine (id int)`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(withOrg(database, firm, (tx) => tx.sql`select * from schema_migrations`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('leaves neither its role nor its ID on the connection', async () => {
    await withOrg(database, randomUUID(), (tx) => tx.sql`select 1`)
    const after = await database.pool.query(
      "select current_user = session_user as same, coalesce(current_setting('app.org_id', true), '') as org",
    )
    expect(after.rows).toEqual([{ same: true, org: '' }])
  })

  test('must be identified by a UUID', async () => {
    await expect(withOrg(database, "x'; drop table boxes; --", async () => {})).rejects.toThrow(/Not a firm's id/)
  })
})

describe('a transaction', () => {
  test('rolls back on failure, reports the error, and leaves the connection usable', async () => {
    const firm = randomUUID()
    const failing = withOrg(database, firm, async (tx) => {
      await tx.sql`insert into boxes (org_id, id) values (${firm}, 1)`
      await tx.sql`insert into boxes (org_id, id) values (${firm}, 1)`
    })
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'boxes_pkey' })
    expect(await count(firm)).toBe(0)
    for (let round = 0; round < 5; round++) {
      await expect(database.pool.query('select 1 / $1::int as x', [0])).rejects.toMatchObject({ code: '22012' })
      expect((await database.pool.query('select $1::int as x', [round])).rows).toEqual([{ x: round }])
      await expect(database.pool.query('selec')).rejects.toMatchObject({ code: '42601' })
      expect((await database.pool.query('select 7 as x')).rows).toEqual([{ x: 7 }])
    }
  })

  test('rolls back when the callback throws', async () => {
    const firm = randomUUID()
    await expect(
      withOrg(database, firm, async (tx) => {
        await tx.sql`insert into boxes (org_id, id) values (${firm}, 1)`
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await count(firm)).toBe(0)
  })

  test('runs again after a conflict, at most three times', async () => {
    let runs = 0
    const answer = await withoutRls(database, async (tx) => {
      if (++runs < 4) await tx.run(sql.raw("do $$ begin raise exception 'met' using errcode = '40001'; end $$"))
      return 'done'
    })
    expect([answer, runs]).toEqual(['done', 4])
    runs = 0
    const hopeless = withoutRls(database, async (tx) => {
      runs++
      await tx.run(sql.raw("do $$ begin raise exception 'met' using errcode = '40P01'; end $$"))
    })
    await expect(hopeless).rejects.toMatchObject({ code: '40P01' })
    expect(runs).toBe(4)
  })

  test('rejects a second connection from inside, which could deadlock', async () => {
    const firm = randomUUID()
    await expect(withOrg(database, firm, () => withOrg(database, firm, async () => {}))).rejects.toThrow(/use its tx/)
    await expect(withOrg(database, firm, () => database.pool.query('select 1'))).rejects.toThrow(/use its tx/)
    expect(await count(firm)).toBe(0)
  })

  test('serves many concurrent callers', async () => {
    const firm = randomUUID()
    await Promise.all(Array.from({ length: 40 }, (_, id) => put(firm, id)))
    expect(await count(firm)).toBe(40)
  })

  test('reports a failure to begin and runs nothing outside', async () => {
    const firm = randomUUID()
    const refused = transact(
      database,
      { begin: 'begin; set local role nobody_here' },
      (tx) => tx.sql`insert into boxes (org_id, id) values (${firm}, 1)`,
    )
    await expect(refused).rejects.toThrow(/role "nobody_here" does not exist/)
    expect(await count(firm)).toBe(0)
  })
})

describe('a column', () => {
  const one = async (text: string) => (await database.pool.query(`select ${text} as x`)).rows[0].x

  test('leaves the driver as text or number', async () => {
    expect(await one("'2026-11-21 04:05:06+00'::timestamptz")).toBe('2026-11-21T04:05:06.000Z')
    expect(await one("'2026-11-21 05:05:06.1+01'::timestamptz")).toBe('2026-11-21T04:05:06.100Z')
    expect(await one("'2026-11-21 04:05:06.123456+00'::timestamptz")).toBe('2026-11-21T04:05:06.123456Z')
    expect(await one("array['2026-11-21 04:05:06+00'::timestamptz, null]")).toEqual(['2026-11-21T04:05:06.000Z', null])
    expect(await one("'2026-02-28'::date")).toBe('2026-02-28')
    expect(await one('99999999.99::numeric(10, 2)')).toBe(99_999_999.99)
    expect(await one('(-1)::numeric(10, 2)')).toBe(-1)
    expect(await one('9007199254740991::int8')).toBe(Number.MAX_SAFE_INTEGER)
    expect(await one('9007199254740993::int8')).toBe('9007199254740993')
    expect(await one(`'{"a": [1]}'::jsonb`)).toEqual({ a: [1] })
    expect(await one('null::timestamptz')).toBeNull()
  })

  test('returns a large result completely', async () => {
    const answer = await database.pool.query(
      "select i, repeat('ä', 500) as text from generate_series(1, $1::int) as i",
      [20_000],
    )
    expect(answer.rows).toHaveLength(20_000)
    expect(answer.rows.every((row, index) => row.i === index + 1 && row.text.length === 500)).toBe(true)
    const long = await database.pool.query("select repeat('x', 9000000) as text")
    expect(long.rows[0].text).toHaveLength(9_000_000)
  })

  test('accepts a large value', async () => {
    const given = 'y'.repeat(3_000_000)
    expect((await database.pool.query('select length($1::text) as n', [given])).rows).toEqual([{ n: 3_000_000 }])
  })
})

describe('a statement', () => {
  test('has a name from its second use on and survives a change to its table', async () => {
    await database.pool.query('create table shelves (id int)')
    await database.pool.query('insert into shelves values (1)')
    const read = () => withoutRls(database, (tx) => tx.sql`select * from shelves where id = ${1}`)
    for (let round = 0; round < 4; round++) expect((await read()).rows).toEqual([{ id: 1 }])
    const text = 'select * from shelves where id = $1'
    const prepared = await database.pool.query(
      'select count(*) as n from pg_prepared_statements where statement = $1',
      [text],
    )
    expect(prepared.rows[0].n).toBe(1)
    await database.pool.query('alter table shelves add column width int')
    expect((await read()).rows).toEqual([{ id: 1, width: null }])
  })
})

describe('a notification', () => {
  test('reaches its listeners after the commit and no one after a rollback', async () => {
    const heard: string[] = []
    let wake = () => {}
    const stop = await database.listen('boxes_changed', (payload) => {
      heard.push(payload)
      wake()
    })
    await withoutRls(database, async (tx) => {
      await tx.sql`select pg_notify('boxes_changed', 'undone')`
      throw new Error('no')
    }).catch(() => {})
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    await withOrg(database, randomUUID(), (tx) => tx.sql`select pg_notify('boxes_changed', ${'done'})`)
    await woken
    expect(heard).toEqual(['done'])
    await stop()
  })

  test('arrives again after the connection was lost', async () => {
    const heard: string[] = []
    let wake: (payload: string) => void = () => {}
    const next = () =>
      new Promise<string>((resolve) => {
        wake = resolve
      })
    const stop = await database.listen('boxes_moved', (payload) => {
      heard.push(payload)
      wake(payload)
    })
    const gap = next()
    await loseConnections(database)
    await database.check()
    expect(await gap).toBe('')
    const told = next()
    await database.pool.query("select pg_notify('boxes_moved', 'here')")
    expect(await told).toBe('here')
    await stop()
  })
})

/** Simulates a lost network or a restarted server. */
async function loseConnections(lost: Database): Promise<void> {
  if (lost.kind === 'postgres') {
    const ended = lost.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await ended
    return
  }
  const client = await lost.pool.connect()
  client.release(true)
}

describe('an unavailable database', () => {
  test('is distinguished from an invalid query', async () => {
    const noOne = openDatabase({ url: 'postgres://postgres@127.0.0.1:9/none' })
    const error = await noOne.catch((reason) => reason)
    expect(isUnavailable(error)).toBe(true)
    for (const code of ['53100', '57P01', '57P03', '08006', 'ECONNREFUSED', '25006'])
      expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true)
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
    expect(isUnavailable(new Error('x', { cause: Object.assign(new Error('y'), { code: 'ENOSPC' }) }))).toBe(true)
    const wrong = await database.pool.query('select * from nowhere').catch((reason) => reason)
    expect(isUnavailable(wrong)).toBe(false)
    expect(isUnavailable(new Error('A rule said no'))).toBe(false)
    expect(isUnavailable(undefined)).toBe(false)
  })
})
