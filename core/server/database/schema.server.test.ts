import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { describeRights, mendRights, readRights } from './rights.ts'
import { describeSchema } from './schema.ts'
import { withoutRls } from './tx.ts'

let home: TestDatabase
beforeAll(async () => {
  home = await testDatabase()
})
afterAll(() => home.close())

/** A cluster lacks unenforceable keys and has its own functions and grants. */
const onOneServer = test.skipIf(await isOnCluster())

onOneServer('The schema for reading is what the migrations make', async () => {
  await expect(await describeSchema(home.database)).toMatchFileSnapshot('../../../database/schema.sql')
})

onOneServer('The rights that each start sees to are what migrations and functions give', async () => {
  await expect(await withoutRls(home.database, describeRights)).toMatchFileSnapshot('../../../database/rights.sql')
})

test('gives the views of shared rows all columns of their tables', async () => {
  const { rows } = await home.database.pool.query<{ view: string; columns: string; wanted: string | null }>(`
    with described as (
      select relname, relkind, string_agg(attname, ' ' order by attname) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped group by 1, 2)
    select v.relname as view, v.columns, t.columns as wanted from described v
    left join described t on t.relname = substr(v.relname, 8) and t.relkind = 'r' where v.relkind = 'v' and v.relname like 'shared\\_%'`)
  expect(rows.length).toBeGreaterThan(10)
  for (const { view, columns, wanted } of rows) expect(columns, view).toBe(wanted)
})

test('restores missing grants, revokes extra ones, and ignores unlisted objects', async () => {
  const before = await withoutRls(home.database, describeRights)
  await home.database.pool.query(`
    revoke all on users, outgoing, sessions from pursuit_app; grant update, delete on audit_log to pursuit_app; grant select (private_key) on push_keys to pursuit_app;
    revoke all on function claim_email_domain(text) from pursuit_app; grant execute on function claim_email_domain(text) to public; revoke usage on schema public from pursuit_app;
    create table zz_toy (id int); revoke all on zz_toy from pursuit_app`)
  const mended = await withoutRls(home.database, (tx) => mendRights(tx, readRights()))
  expect(mended.sort()).toEqual(
    [
      'audit_log',
      'function claim_email_domain(text)',
      'outgoing',
      'push_keys',
      'schema public',
      'sessions',
      'users',
    ].sort(),
  )
  await home.database.pool.query('drop table zz_toy')
  expect(await withoutRls(home.database, describeRights)).toBe(before)
  expect(await withoutRls(home.database, (tx) => mendRights(tx, readRights()))).toEqual([])
})

test('The schema, but no functions', async () => {
  await home.database.pool.query(`
    create table zz_shelf (org_id uuid not null, id int not null generated always as identity, n numeric(10, 2) default 0,
      primary key (org_id, id), constraint zz_positive check (n >= 0));
    create index zz_shelf_by_n on zz_shelf (org_id, n) where n > 0;
    alter table zz_shelf enable row level security;
    create policy zz_own on zz_shelf for select using (n > 1);
    create function zz_one() returns trigger language plpgsql as 'begin return null; end';
    create trigger zz_told after insert on zz_shelf for each row execute function zz_one()`)
  const text = await describeSchema(home.database)
  expect(text).toContain(`create table zz_shelf (
  org_id uuid not null,
  id integer not null generated always as identity,
  n numeric(10,2) default 0,
  constraint zz_shelf_pkey PRIMARY KEY (org_id, id),
  constraint zz_positive CHECK ((n >= (0)::numeric))
);
CREATE INDEX zz_shelf_by_n ON public.zz_shelf USING btree (org_id, n) WHERE (n > (0)::numeric);
CREATE TRIGGER zz_told AFTER INSERT ON public.zz_shelf FOR EACH ROW EXECUTE FUNCTION zz_one();
alter table zz_shelf enable row level security;
create policy zz_own on zz_shelf for select using ((n > (1)::numeric));`)
  expect(text).not.toContain('FUNCTION public.zz_one')
  expect(text).not.toContain('schema_migrations')
})
