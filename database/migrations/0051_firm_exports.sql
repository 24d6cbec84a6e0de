-- Exports of firms, in the firm of the operators who asked for them: whoever of the exported firm has none of it. The archive is a file of theirs.
create table firm_exports (
  org_id uuid not null references orgs (id),
  id uuid not null,
  firm_id uuid not null,
  firm_name text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed', 'ended')),
  -- Records and files.
  total integer not null default 0,
  done integer not null default 0,
  problem text not null default '',
  file_id uuid,
  finished_at timestamptz,
  ends_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, file_id) references files (org_id, id)
);
create unique index firm_exports_running on firm_exports (firm_id) where state = 'running';
create index firm_exports_by_firm on firm_exports (firm_id, asked_at desc);
create index firm_exports_by_file on firm_exports (org_id, file_id) where file_id is not null;
alter table firm_exports enable row level security;
create policy own_firm on firm_exports using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
