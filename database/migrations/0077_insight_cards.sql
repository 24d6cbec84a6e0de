-- Daily cards: what each person is told of their own Targets, and what the vendor and the firm write for all.

-- Numbers of each person's cards, as sync_clocks has them of targets.
create table insight_clocks (
  org_id uuid not null references orgs,
  user_id uuid not null,
  seq bigint not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users on delete cascade
);
alter table insight_clocks enable row level security;
create policy own_firm on insight_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- How far a firm's cards are made: for which day, and for how many of the wishes to make them anew.
create table insight_firms (
  org_id uuid primary key references orgs,
  day date,
  wanted bigint not null default 0,
  done bigint not null default 0
);
alter table insight_firms enable row level security;
create policy own_firm on insight_firms using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- The same of each person: a night that is cut off goes on with who is left.
create table insight_people (
  org_id uuid not null references orgs,
  user_id uuid not null,
  day date,
  done bigint not null default 0,
  problem text,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users on delete cascade
);
alter table insight_people enable row level security;
create policy own_firm on insight_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- What a firm's admin writes for everybody in the firm.
create table firm_insights (
  org_id uuid not null references orgs,
  id uuid not null,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  begins date not null,
  ends date not null,
  revision integer not null default 0,
  written_by uuid,
  modified_at timestamptz not null default now(),
  primary key (org_id, id),
  check (begins <= ends)
);
alter table firm_insights enable row level security;
create policy own_firm on firm_insights using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- What the vendor writes for all firms. Every firm reads it; operators alone write it, as the system.
create table bd_insights (
  id uuid primary key,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  begins date not null,
  ends date not null,
  revision integer not null default 0,
  written_by uuid,
  modified_at timestamptz not null default now(),
  check (begins <= ends)
);
alter table bd_insights enable row level security;
create policy told on bd_insights for select using (true);

create table insight_cards (
  org_id uuid not null references orgs,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('tracker', 'bd', 'firm')),
  code text not null,
  title text not null,
  category text not null,
  observation text not null,
  data_value text not null,
  data_label text not null,
  suggestion text not null,
  because jsonb not null default '[]',
  act text not null default 'open',
  target_id uuid,
  path text,
  -- What it speaks of: it is not spoken of again for a while.
  keys text[] not null default '{}',
  -- Of what was written for all: which, and how often that was changed.
  written_id uuid,
  written_revision integer,
  day date not null,
  created_at timestamptz not null default now(),
  viewed_at timestamptz,
  useful boolean,
  rated_at timestamptz,
  gone boolean not null default false,
  seq bigint not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users on delete cascade
);
create index insight_cards_feed on insight_cards (org_id, user_id, seq);
create index insight_cards_by_day on insight_cards (org_id, user_id, day);
create unique index insight_cards_once on insight_cards (org_id, user_id, written_id) where written_id is not null;
alter table insight_cards enable row level security;
create policy own_firm on insight_cards using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
