-- Files with their rows, the firm's own logo and lists, and setting up from nothing.

-- A row is what makes a file's bytes exist: bytes without one are seen by nobody, and swept away. See core/server/files/store.ts.
create table files (
  org_id uuid not null references orgs (id),
  id uuid not null,
  -- what it is for: 'logo'
  kind text not null,
  -- as it is called when it is saved
  name text not null,
  -- found in its bytes, never taken from the sender
  type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 bytea not null,
  made_by uuid,
  created_at timestamptz not null default now(),
  -- since when the sweep has not found its bytes
  missing_at timestamptz,
  primary key (org_id, id)
);
create index files_missing on files (missing_at) where missing_at is not null;
alter table files enable row level security;
create policy own_firm on files using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

alter table orgs
  -- links to the firm's files are signed with it
  add column link_key bytea not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
  add column logo_id uuid,
  -- what is offered while a target is written; null: the defaults of the specification
  add column lists jsonb,
  -- the last target whose copies say the firm's new time zone; null when all of them do
  add column copies_after uuid,
  add foreign key (id, logo_id) references files (org_id, id);
create index orgs_by_name on orgs (name, id);
create index orgs_behind on orgs (id) where copies_after is not null;

-- The hash of the one-time word that lets somebody set up a server without an operator. Belongs to no firm.
create table set_up (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  made_at timestamptz not null default now()
);
alter table set_up enable row level security;
