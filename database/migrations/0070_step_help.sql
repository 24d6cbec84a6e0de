-- What helps with a step: up to three places for each word that begins one.

-- The vendor's, for all firms: read by each, written by operators alone. `starter` in small letters, without accents.
create table step_help (
  starter text primary key check (starter <> '' and char_length(starter) <= 80),
  -- [{kind, id, second | question}, …], as the Trainer's contract says
  links jsonb not null check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) between 1 and 3),
  changed_at timestamptz not null default now()
);
revoke all on step_help from pursuit_app;
grant select on step_help to pursuit_app;
alter table step_help enable row level security;
create policy told on step_help for select using (true);

-- A firm's own, which stands before it.
create table firm_step_help (
  org_id uuid not null references orgs (id),
  starter text not null check (starter <> '' and char_length(starter) <= 80),
  links jsonb not null check (jsonb_typeof(links) = 'array' and jsonb_array_length(links) between 1 and 3),
  changed_at timestamptz not null default now(),
  primary key (org_id, starter)
);
alter table firm_step_help enable row level security;
create policy own_firm on firm_step_help using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
