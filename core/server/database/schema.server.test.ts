import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { describeRights, mendRights, readRights } from './rights.ts'
import { describeSchema } from './schema.ts'
import { withOrg, withoutRls } from './tx.ts'

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

test('writes tables, keys, indexes, policies, and triggers to the previous version reads and writes renamed tables under their former names', async () => {
  const run = (text: string) => withoutRls(home.database, async (tx) => (await tx.run(sql.raw(text))).rows)
  const count = `insert into guesses as g (scope, subject, window_start, tries) values ('zz', 'one', '2026-01-01', 1)
    on conflict (scope, subject, window_start) do update set tries = g.tries + excluded.tries returning g.tries`
  expect([await run(count), await run(count)]).toEqual([[{ tries: 1 }], [{ tries: 2 }]])
  await run(`update guesses g set tries = 5 from (values ('one')) v (subject) where g.subject = v.subject`)
  expect(await run(`select tries from rate_limits where scope = 'zz'`)).toEqual([{ tries: 5 }])
  expect(await run(`select g.tries from guesses g where scope = 'zz' for update skip locked`)).toEqual([{ tries: 5 }])

  await run(`insert into passkey_asks (challenge_hash, created_at) values ('\\x01', now())`)
  expect(await run(`delete from passkey_asks where challenge_hash = '\\x01' returning 1 as one`)).toEqual([{ one: 1 }])
  const token = (hash: string) => `insert into set_up (token_hash) values ('${hash}')
    on conflict (is_only) do update set token_hash = excluded.token_hash, made_at = now()`
  await run(token('\\x01'))
  await run(token('\\x02'))
  expect(await run(`select is_only from set_up where token_hash = '\\x02' for update`)).toEqual([{ is_only: true }])
  await run('delete from set_up')

  const inside = (text: string) =>
    withOrg(home.database, randomUUID(), async (tx) => (await tx.run(sql.raw(text))).rows)
  expect(await inside('select from guesses')).toEqual([])
  await expect(inside(count)).rejects.toMatchObject({ code: '42501' })
  await run(`delete from guesses where scope = 'zz'`)
  expect(await run(`select from rate_limits where scope = 'zz'`)).toEqual([])
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
