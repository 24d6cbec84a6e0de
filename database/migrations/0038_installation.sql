-- One row: what an installation notes of itself. `key_check` tells the key that its secrets are sealed with, without
-- giving it away; `written_at` is written again and again by whoever asks whether the database still takes what it is given.

create table installation (
  is_only boolean primary key default true check (is_only),
  key_check bytea,
  written_at timestamptz not null default now()
);
insert into installation default values;
alter table installation enable row level security;
revoke all on installation from pursuit_app;
