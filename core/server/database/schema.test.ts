import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { describeSchema, writeSchema } from './schema.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

test('The schema is written with tables, keys, indexes, policies and functions', async () => {
  await home.database.pool.query(`
    create table zz_shelf (org_id uuid not null, id int not null generated always as identity, n numeric(10, 2) default 0,
      primary key (org_id, id), constraint zz_positive check (n >= 0));
    create index zz_shelf_by_n on zz_shelf (org_id, n) where n > 0;
    alter table zz_shelf enable row level security;
    create policy zz_own on zz_shelf for select using (n > 1);
    create function zz_one() returns int language sql as 'select 1'`)
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-schema-'))
  try {
    await writeSchema(home.database, join(directory, 'schema.sql'))
    const text = readFileSync(join(directory, 'schema.sql'), 'utf8')
    expect(text).toContain(`create table zz_shelf (
  org_id uuid not null,
  id integer not null generated always as identity,
  n numeric(10,2) default 0,
  constraint zz_shelf_pkey PRIMARY KEY (org_id, id),
  constraint zz_positive CHECK ((n >= (0)::numeric))
);
CREATE INDEX zz_shelf_by_n ON public.zz_shelf USING btree (org_id, n) WHERE (n > (0)::numeric);
alter table zz_shelf enable row level security;
create policy zz_own on zz_shelf for select using ((n > (1)::numeric));`)
    expect(text).toMatch(/FUNCTION public\.zz_one\(\)/)
    expect(text).not.toContain('schema_migrations')
    expect(await describeSchema(home.database)).toBe(text)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
