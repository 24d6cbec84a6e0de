-- A firm can be closed: suspended by an operator, or waiting for its day to be deleted. What is left of one that is gone holds no personal data.

alter table orgs
  add column suspended_at timestamptz,
  add column deletes_at timestamptz,
  add column is_closed boolean not null generated always as (suspended_at is not null or deletes_at is not null) stored;
create index orgs_closed on orgs (id) where is_closed;

create table deleted_firms (
  firm_id uuid primary key,
  name text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  -- So many rows of each table.
  removed jsonb not null default '{}',
  files integer not null default 0,
  bytes bigint not null default 0
);
alter table deleted_firms enable row level security;
revoke all on deleted_firms from pursuit_app;
