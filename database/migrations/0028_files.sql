-- Files that are replaced and keep their address, and uploads that come in pieces.

alter table files
  -- under which id its bytes lie, once it was replaced; its own id before
  add column stored_id uuid,
  add column version int not null default 1;
create index files_by_stored on files (org_id, stored_id) where stored_id is not null;

-- What a file was before it was replaced, as far as its kind keeps that.
create table file_versions (
  org_id uuid not null,
  file_id uuid not null,
  version int not null,
  stored_id uuid not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  made_by uuid,
  created_at timestamptz not null,
  primary key (org_id, file_id, version),
  foreign key (org_id, file_id) references files (org_id, id) on delete cascade
);
create index file_versions_by_stored on file_versions (org_id, stored_id);
alter table file_versions enable row level security;
create policy own_firm on file_versions using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- An upload that is under way, or has come to its end and belongs to nothing yet. Its bytes lie under its id. See core/server/files/uploads.ts.
create table uploads (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text not null,
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received between 0 and bytes),
  -- what the store needs to go on where it stopped
  progress jsonb not null default '{}',
  -- found in its first bytes, which are kept until they say it
  type text,
  head bytea,
  -- the state of its SHA-256, and the SHA-256 itself when all of it lies in its place
  digest bytea,
  sha256 bytea,
  touched_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index uploads_of_person on uploads (org_id, user_id);
create index uploads_by_touch on uploads (touched_at);
alter table uploads enable row level security;
create policy own_firm on uploads using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
