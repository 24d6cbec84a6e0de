import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldCase } from '#core/contract/foldCase.ts'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { readFunctions, sqlFunction } from './functions.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'
import { withOrg, withoutRls } from './tx.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

const own = readFunctions()
const migrations = readMigrations()
const rows = <R>(text: string) => withoutRls(home.database, async (tx) => (await tx.run(sql.raw<R>(text))).rows)
const apply = (...more: [name: string, text: string][]) =>
  migrate(home.database, migrations, [...own, ...more.map(([name, text]) => sqlFunction(`${name}.sql`, text))])
const oids = () =>
  rows<{ name: string; oid: number }>(`select proname as name, oid::int from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1, 2`)

const number = (body: string, result = 'int') =>
  `create or replace function zz_number(given int) returns ${result} language sql as $$ ${body} $$;`
const FIRM = '018f0000-0000-7000-8000-000000000001'

/** A cluster has its own functions and never predates the files. */
const onOneServer = test.skipIf(await isOnCluster())

test('folds text in the database as the client does', async () => {
  const texts = [
    'Bjørn ILIĆ',
    'Łódź',
    'Straße',
    'Æther Œuvre',
    'Þór Đoković ð',
    'ışık',
    'O’Brien ‘x’ ʼ',
    '“Élan”',
    'ÅÄÖ',
    '中文 עברית',
  ]
  const { rows } = await home.database.pool.query<{ folded: string }>(
    'select fold_case(t) as folded from unnest($1::text[]) t',
    [texts],
  )
  expect(rows.map((row) => row.folded)).toEqual(texts.map(foldCase))
})

describe('database functions', () => {
  onOneServer('are those of the files, each by its name', async () => {
    const made = await rows<{
      name: string
    }>(`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
    expect(made.map(({ name }) => name).sort()).toEqual(own.map(({ name }) => name).sort())
  })

  test("don't change while their files don't", async () => {
    const before = await oids()
    await apply()
    expect(await oids()).toEqual(before)
  })

  test('are replaced once when their text changes, even by two servers that start together', async () => {
    await apply(['zz_number', number('select given + 1')])
    const [first] = await rows("select oid from pg_proc where proname = 'zz_number'")
    const changed = number('select given + 2')
    await Promise.all([apply(['zz_number', changed]), apply(['zz_number', changed])])
    expect(await rows('select zz_number(1) as n')).toEqual([{ n: 3 }])
    expect(await rows("select oid from pg_proc where proname = 'zz_number'")).toEqual([first])
  })

  test('can change their parameters and result without leaving the old function behind', async () => {
    await apply(['zz_number', number('select given::text', 'text')])
    expect(await rows('select zz_number(1) as n')).toEqual([{ n: '1' }])
    await apply([
      'zz_number',
      'create or replace function zz_number(a int, b int) returns int language sql as $$ select a + b $$;',
    ])
    expect(await rows("select oid::regprocedure::text as it from pg_proc where proname = 'zz_number'")).toEqual([
      { it: 'zz_number(integer,integer)' },
    ])
  })

  test('can refer to one another in any order and are dropped with their files', async () => {
    const other = 'create or replace function zz_other() returns int language sql as $$ select zz_number(1) $$;'
    const first = 'create or replace function aa_first() returns int language sql as $$ select zz_other() $$;'
    await apply(['aa_first', first], ['zz_number', number('select given')], ['zz_other', other])
    expect(await rows('select aa_first() as n')).toEqual([{ n: 1 }])
    await apply()
    expect(await rows("select proname from pg_proc where proname in ('zz_number', 'zz_other', 'aa_first')")).toEqual([])
  })

  test('with another head are all dropped and made again, with the triggers and rights that they had', async () => {
    const state = async () => ({
      triggers: await rows(`select tgrelid::regclass::text as on, tgname as name, tgfoid::regprocedure::text as runs
        from pg_trigger where not tgisinternal order by 1, 2`),
      functions: await rows(`select oid::regprocedure::text as name, proacl::text as rights
        from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`),
    })
    const [before, [first]] = [await state(), await oids()]
    await rows(`update sql_functions set head = '', checksum = ''`)
    await apply()
    expect(await state()).toEqual(before)
    expect(await oids()).not.toContainEqual(first)
  })

  test('that were renamed answer to their former names with the same types and rights', async () => {
    const former = own.flatMap(({ name, text }) => {
      const renamed = /^-- The former name of (\w+),/.exec(text)?.[1]
      return renamed ? [{ name, renamed }] : []
    })
    const shapes = await rows<{ name: string }>(`
      select proname as name, proargtypes::regtype[]::text as takes, pronargdefaults as defaults, prorettype::regtype::text as returns, proretset as many,
        has_function_privilege('pursuit_app', oid, 'execute') as app, proacl::text like '%{=X/%' or proacl is null as everyone
      from pg_proc where pronamespace = 'public'::regnamespace`)
    const shapeOf = (wanted: string) => {
      const { name: _, ...shape } = shapes.find(({ name }) => name === wanted)!
      return shape
    }
    for (const { name, renamed } of former) expect(shapeOf(name), name).toEqual(shapeOf(renamed))
  })

  test('leave everything unchanged if one of them is invalid', async () => {
    const before = await oids()
    const right = 'create or replace function aa_first() returns int language sql as $$ select 1 $$;'
    await expect(
      apply(['aa_first', right], ['zz_number', number('select nothing from nowhere')]),
    ).rejects.toMatchObject({ code: '42P01' })
    expect(await oids()).toEqual(before)
  })

  test('have exactly the grants and triggers in their files', async () => {
    await rows('create table zz_shelf (id int, seen int)')
    const trigger = (body: string, more: string) =>
      `create or replace function zz_seen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
        begin new.seen := ${body}; return new; end $$;
      create or replace trigger zz_seen before insert on zz_shelf for each row execute function zz_seen();
      ${more}`
    const closed = 'create or replace function zz_closed() returns int language sql as $$ select 1 $$;'
    await apply(
      ['zz_closed', `${closed} revoke execute on function zz_closed() from public;`],
      ['zz_seen', trigger('1', '')],
    )
    const call = () => withOrg(home.database, FIRM, (tx) => tx.sql`select zz_closed()`)
    await expect(call()).rejects.toMatchObject({ code: '42501' })
    await apply(['zz_closed', closed], ['zz_seen', trigger('2', '')])
    await call()
    await rows('insert into zz_shelf values (1)')
    expect(await rows('select seen from zz_shelf')).toEqual([{ seen: 2 }])
    await apply()
    await rows('insert into zz_shelf values (2)')
    expect(await rows('select seen from zz_shelf where id = 2')).toEqual([{ seen: null }])
  })

  onOneServer(
    'of a database that migrations made before are taken over, and those without a file dropped',
    async () => {
      const old: Migration[] = [
        ...migrations,
        {
          name: '9001_old.sql',
          checksum: 'old',
          text: `create function zz_number(given int) returns int language sql as $$ select 0 $$;
          create function zz_gone() returns trigger language plpgsql as $$ begin return null; end $$;
          create trigger zz_gone after insert on zz_shelf for each row execute function zz_gone()`,
        },
      ]
      await rows('drop table sql_functions')
      await migrate(home.database, old, [...own, sqlFunction('zz_number.sql', number('select given'))])
      expect(await rows('select zz_number(4) as n')).toEqual([{ n: 4 }])
      expect(await rows("select proname from pg_proc where proname = 'zz_gone'")).toEqual([])
      expect(
        (
          await rows<{
            name: string
          }>(`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
        ).length,
      ).toBe(own.length + 1)
    },
  )
})

test('accepts a file only if it defines the one function it is named after', () => {
  expect(() => sqlFunction('zz_other.sql', number('select 1'))).toThrow(
    /zz_other\.sql must create the function “zz_other” and no other\./,
  )
  expect(() => sqlFunction('zz_number.sql', `${number('select 1')}\n${number('select 2')}`)).toThrow(
    /must create the function “zz_number” and no other\./,
  )
})

test('creates functions only in their own files since migration 0021', () => {
  const later = migrations.filter(({ name, text }) => name > '0022' && /create (or replace )?function/i.test(text))
  expect(later.map(({ name }) => name)).toEqual([])
})
