-- Firms that come from another deployment, in the firm of the operators who brought them. The archive is a file of theirs until it is over.
create table firm_arrivals (
  org_id uuid not null references orgs (id),
  id uuid not null,
  file_id uuid,
  file_name text not null,
  bytes bigint not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  state text not null default 'reading' check (state in ('reading', 'writing', 'undoing', 'done', 'failed', 'stopped')),
  -- Known once the archive was read through.
  firm_id uuid,
  firm_name text not null default '',
  -- What of the vendor's content is called otherwise here, and what is not here.
  plan jsonb not null default '{}',
  -- How far it is: entries of the archive and lines of the next, then what is made from them, behind an id.
  stage text not null default 'rows' check (stage in ('rows', 'keys', 'copies', 'scores')),
  entry integer not null default 0,
  line integer not null default 0,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Records and files.
  total integer not null default 0,
  done integer not null default 0,
  -- Sentences on what could not come along.
  left_out text[] not null default '{}',
  problem text not null default '',
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, file_id) references files (org_id, id)
);
create unique index firm_arrivals_at_work on firm_arrivals (org_id, firm_id) where state in ('writing', 'undoing');
create index firm_arrivals_by_file on firm_arrivals (org_id, file_id) where file_id is not null;
create index firm_arrivals_by_time on firm_arrivals (org_id, asked_at desc);
alter table firm_arrivals enable row level security;
create policy own_firm on firm_arrivals using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
