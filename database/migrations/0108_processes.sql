-- What each process says of itself, so that operators see the old and the new side by side; and when a backup was last made.
create table server_processes (
  id uuid primary key,
  version text not null,
  node text not null,
  started_at timestamptz not null,
  -- How far the process's clock is before the database's.
  clock_ahead_ms integer not null default 0,
  seen_at timestamptz not null default now()
);
create index server_processes_by_age on server_processes (seen_at);
alter table server_processes enable row level security;
alter table installation add column backed_up_at timestamptz;
