-- Imports: read, run in batches that can be taken up again, and undone.

alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('reading', 'uploaded', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'));
alter table imports
  -- rows that are there already: matched, not made
  add column matched int not null default 0,
  -- made by it, and kept when it was undone, because somebody had worked on them
  add column kept int not null default 0,
  -- the last row that was dealt with: the batch after it goes on from here
  add column at_row int not null default 0,
  add column mapping jsonb,
  -- the moment that is taken where a row names none; the same after a restart
  add column started_at timestamptz;
create index imports_going_on on imports (org_id, id) where state in ('reading', 'running', 'undoing');

alter table import_rows
  add column outcome text check (outcome in ('imported', 'matched', 'refused', 'removed', 'kept')),
  -- the file's own id of the row, so that the same row is not imported twice
  add column external_id text;
create index import_rows_by_external_id on import_rows (org_id, external_id) where external_id is not null;
create index import_rows_refused on import_rows (org_id, import_id, row_number) where outcome in ('refused', 'kept');

-- What an import of people made besides the rows' own people: what undoing it takes back.
create table import_made (
  org_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('person', 'group', 'member', 'manager')),
  id uuid not null,
  -- of a member or manager: the person
  user_id uuid not null,
  primary key (org_id, import_id, kind, id, user_id),
  foreign key (org_id, import_id) references imports (org_id, id) on delete cascade
);
alter table import_made enable row level security;
create policy own_firm on import_made using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
