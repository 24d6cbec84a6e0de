import { describe, expect, test } from 'vitest'
import { migrationProblems } from './checkMigrations.ts'

const first = `create table cards (
  org_id uuid not null references orgs, id uuid not null, title text not null,
  state text not null check (state in ('draft', 'sent')),
  primary key (org_id, id)
);
create unique index one_state on cards (state) where state = 'draft';
create table shelves (id int primary key);`
/** The migration follows the one above. */
const problemsOf = (text: string) =>
  migrationProblems([
    { name: '0097_cards.sql', text: first },
    { name: '0200_more.sql', text },
  ])

describe('migrations that break the previous version', () => {
  test.each([
    ['drop table cards', 'drops the table cards'],
    ['drop table if exists cards cascade', 'drops the table cards'],
    ['drop view all_cards', 'drops the view all_cards'],
    ['alter table cards drop column title', 'drops cards.title'],
    ['ALTER TABLE cards\n  DROP title', 'drops cards.title'],
    ['alter table only cards drop column if exists title cascade', 'drops cards.title'],
    ['alter table cards rename column title to name', 'renames cards or a part of it'],
    ['alter table cards rename to papers', 'renames cards or a part of it'],
    ['alter table cards alter column title type varchar(20)', 'changes the type of cards.title'],
    ['alter table cards alter title set data type int using 1', 'changes the type of cards.title'],
    ['alter table cards alter column state set not null', 'makes cards.state not null'],
    ['alter table cards alter state drop default', 'drops the default of cards.state'],
    ['alter table cards add column size int not null', 'adds cards.size'],
    ['alter table cards add size int not null', 'adds cards.size'],
    ['alter table cards add column kept int, add column size int not null check (size in (1, 2))', 'adds cards.size'],
    ["alter table cards add constraint few check (state in ('sent'))", 'adds a constraint to cards'],
    ['alter table cards add check (length(title) < 10)', 'adds a constraint to cards'],
    ['alter table cards add constraint own unique (title)', 'adds a constraint to cards'],
    ['alter table cards add foreign key (title) references names', 'adds a constraint to cards'],
    ['create unique index on cards (org_id, title)', 'adds a unique index to cards'],
    ['create unique index concurrently one_title on cards (lower(title))', 'adds a unique index to cards'],
    [
      "alter table cards drop constraint cards_state_check; alter table cards add constraint cards_state_check check (state in ('sent', 'read'))",
      'adds a constraint to cards',
    ],
    [
      'alter table cards drop constraint cards_title_fkey; alter table cards add constraint cards_title_fkey foreign key (state) references names',
      'adds a constraint to cards',
    ],
    ['drop index one_state; create unique index one_state on cards (title)', 'adds a unique index to cards'],
    ['revoke insert on cards from pursuit_app', 'revokes privileges on cards'],
    ["update cards set title = 'a;b'; drop table cards", 'drops the table cards'],
    ['alter table shelves rename to racks', 'renames shelves or a part of it'],
    [
      'alter table shelves rename to racks; create view shelves as select * from racks',
      'renames shelves or a part of it',
    ],
    [
      'alter table shelves rename to racks; create view shelves with (security_invoker = true) as select id from racks',
      'renames shelves or a part of it',
    ],
    [
      'alter table shelves rename to racks; create view shelves with (security_invoker = true) as select * from cards',
      'renames shelves or a part of it',
    ],
    [
      'alter table shelves rename id to number; create view shelves with (security_invoker = true) as select * from number',
      'renames shelves or a part of it',
    ],
    [
      'alter table cards rename to papers; create view cards with (security_invoker = true) as select * from papers',
      'what a firm export leaves out',
    ],
    [
      'alter table shelves rename to step_help; create view shelves with (security_invoker = true) as select * from step_help',
      'the previous version can’t write to step_help through a view',
    ],
  ])('rejects %s', (text, why) => {
    expect(problemsOf(`${text};`)).toEqual([expect.stringMatching(/^0200_more\.sql: /)])
    expect(problemsOf(`${text};`)[0]).toContain(why)
  })

  test('reports every invalid action of a later statement', () => {
    expect(problemsOf('alter table cards add column a int;\nalter table cards drop title, drop state;')).toHaveLength(2)
  })
})

describe('migrations that only add', () => {
  test.each([
    'alter table cards drop constraint cards_title_fkey, add constraint cards_title_fkey foreign key (title) references names',
    'drop index one_state; create unique index one_state on cards (org_id, state)',
    'create table drop_cards (id uuid primary key, n int); alter table drop_cards drop column n',
    'alter table cards add column size int',
    "alter table cards add column size text not null default 'a, not null'",
    'alter table cards add column n bigint generated always as identity not null',
    'alter table cards add column size int default 0; update cards set size = 1; alter table cards alter column size set not null',
    'alter table cards add column size int; alter table cards add constraint few check (size < 10)',
    'alter table cards add column slug text; create unique index on cards (org_id, slug)',
    'alter table cards alter column title drop not null, alter column title set default 1',
    "alter table cards drop constraint cards_state_check, add constraint cards_state_check check (state in ('draft', 'sent', 'read'))",
    'create index on cards (title); drop index old_one; drop policy own on cards',
    "-- drop table cards;\n/* drop table cards; */ comment on table cards is 'drop table cards;'",
    'do $$ begin drop table cards; end $$',
    'alter table shelves rename to racks; create view shelves with (security_invoker = true) as select * from racks',
    'alter table shelves rename to racks; alter table racks rename constraint shelves_pkey to racks_pkey; create view shelves with (security_invoker) as select * from racks',
  ])('accepts %s', (text) => {
    expect(problemsOf(`${text};`)).toEqual([])
  })
})

test('accepts removing unused objects only if the file names an existing earlier migration', () => {
  const drop = 'alter table cards drop column title;'
  expect(problemsOf(`-- contract: since 0097: nothing reads it.\n${drop}`)).toEqual([])
  expect(problemsOf(`-- contract: since 0150: nothing reads it.\n${drop}`)).toEqual([
    '0200_more.sql: says “contract: since 0150”, but there’s no earlier migration 0150.',
  ])
  expect(problemsOf(`-- contract: some day\n${drop}`)).toHaveLength(1)
})

test('accepts migrations written before this rule', () => {
  expect(migrationProblems([{ name: '0098_sums.sql', text: 'drop table cards;' }])).toEqual([])
})
