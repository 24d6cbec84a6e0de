import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'
import { withOrg, withoutRls } from './tx.ts'

let home: TestDatabase
const own = readMigrations()
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

const migration = (name: string, text: string, checksum = text): Migration => ({ name, text, checksum })
const shelf = migration('9001_shelf.sql', 'create table shelf (id int primary key); insert into shelf values (1)')
const rows = (text: string) => withoutRls(home.database, async (tx) => (await tx.run(sql.raw(text))).rows)

describe('migrations', () => {
  test('are applied once, even by two servers that start together', async () => {
    const both = await Promise.all([migrate(home.database, [...own, shelf]), migrate(home.database, [...own, shelf])])
    expect(both.flat()).toEqual(['9001_shelf.sql'])
    expect(await migrate(home.database, [...own, shelf])).toEqual([])
    expect(await rows('select id from shelf')).toEqual([{ id: 1 }])
  })

  test('grant their tables to the application role and can revoke that again', async () => {
    const log = migration('9002_log.sql', 'create table log (id int); revoke update, delete on log from pursuit_app')
    await migrate(home.database, [...own, shelf, log])
    const firm = '018f0000-0000-7000-8000-000000000001'
    await withOrg(home.database, firm, (tx) => tx.sql`insert into log values (1)`)
    await expect(withOrg(home.database, firm, (tx) => tx.sql`delete from log`)).rejects.toMatchObject({
      code: '42501',
    })
    await rows("delete from schema_migrations where name = '9002_log.sql'")
  })

  test('leave nothing behind when they fail', async () => {
    const broken = migration('9003_broken.sql', 'create table half (id int); select 1 / 0')
    await expect(migrate(home.database, [...own, shelf, broken])).rejects.toMatchObject({ code: '22012' })
    expect(await rows("select to_regclass('half') as half")).toEqual([{ half: null }])
  })

  test('are rejected if they changed after they were applied', async () => {
    const changed = { ...shelf, checksum: 'another' }
    await expect(migrate(home.database, [...own, changed])).rejects.toThrow(
      /9001_shelf\.sql was changed after it was applied/,
    )
  })

  test('are rejected if their number is below an applied one', async () => {
    const late = migration('9000_late.sql', 'create table late (id int)')
    await expect(migrate(home.database, [...own, late, shelf])).rejects.toThrow(/comes before 9001_shelf\.sql/)
  })

  test('are rejected after a version before 1.0.0 that isn’t the last one, which changes nothing', async () => {
    const [baseline] = await rows("select * from schema_migrations where name = '0128_baseline.sql'")
    await rows("update schema_migrations set name = '0127_digest_left_out.sql' where name = '0128_baseline.sql'")
    await expect(migrate(home.database, [...own, shelf])).rejects.toThrow(
      /from a version before 1\.0\.0, with the migration 0127_digest_left_out\.sql\. Start the last version 0\.1/,
    )
    await rows("update schema_migrations set name = '0128_standard_names.sql' where name like '0127%'")
    expect(await migrate(home.database, [...own, shelf])).toEqual([])
    expect(await rows("select name, checksum from schema_migrations where name < '0129'")).toMatchObject([
      { name: '0128_baseline.sql', checksum: (baseline as { checksum: string }).checksum },
    ])
  })

  test('are rejected if a newer version of the program applied them', async () => {
    await expect(migrate(home.database, own)).rejects.toThrow(
      /9001_shelf\.sql, which this version of Pursuit doesn’t know/,
    )
  })
})
