-- Reports that are mailed weekly or monthly: what, about whom, when, and to whom.

create table report_schedules (
  org_id uuid not null references orgs,
  id uuid not null,
  -- whose it is: as long as they may see the report
  owner_id uuid not null,
  report text not null,
  -- whom it is about
  entity text not null check (entity in ('org', 'group', 'user')),
  entity_id uuid not null,
  which text,
  -- which days, counted anew at each run; null for a report of now
  range text,
  format text not null check (format in ('pdf', 'xlsx', 'both')),
  frequency text not null check (frequency in ('weekly', 'monthly')),
  -- 1 is Monday
  weekday smallint check (weekday between 1 and 7),
  -- the last one of a month that is too short
  month_day smallint check (month_day between 1 and 31),
  -- on the firm's clocks
  hour smallint not null check (hour between 0 and 23),
  subject text not null default '',
  state text not null default 'on' check (state in ('on', 'paused', 'stopped')),
  -- why it was stopped
  problem text not null default '',
  next_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, owner_id) references users on delete cascade,
  check (frequency = 'weekly' and weekday is not null and month_day is null or frequency = 'monthly' and month_day is not null and weekday is null)
);
create index report_schedules_due on report_schedules (next_at) where state = 'on';
create index report_schedules_by_owner on report_schedules (org_id, owner_id);
alter table report_schedules enable row level security;
create policy own_firm on report_schedules using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_schedule_people (
  org_id uuid not null,
  schedule_id uuid not null,
  user_id uuid not null,
  primary key (org_id, schedule_id, user_id),
  foreign key (org_id, schedule_id) references report_schedules on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index report_schedule_people_by_user on report_schedule_people (org_id, user_id);
alter table report_schedule_people enable row level security;
create policy own_firm on report_schedule_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_schedule_runs (
  org_id uuid not null,
  id uuid not null,
  schedule_id uuid not null,
  -- 'not_sent': it could not even begin
  state text not null default 'making' check (state in ('making', 'done', 'cancelled', 'not_sent')),
  problem text not null default '',
  -- who asked for it; null: its time had come
  asked_by uuid,
  start_day date,
  end_day date,
  at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, schedule_id) references report_schedules on delete cascade,
  foreign key (org_id, asked_by) references users on delete set null (asked_by)
);
create unique index report_schedule_runs_making on report_schedule_runs (org_id, schedule_id) where state = 'making';
create index report_schedule_runs_by_age on report_schedule_runs (org_id, schedule_id, at desc);
alter table report_schedule_runs enable row level security;
create policy own_firm on report_schedule_runs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table report_deliveries (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  -- 'leaving': its mail waits in outgoing, which says what became of it
  state text not null default 'waiting' check (state in ('waiting', 'leaving', 'sent', 'failed', 'doubt', 'skipped', 'cancelled')),
  problem text not null default '',
  email text not null default '',
  -- how often it was asked for: each time is another mail
  tries int not null default 0,
  bytes int not null default 0,
  files text[] not null default '{}',
  -- the words of the mail, until it has gone
  mail jsonb,
  moved_at timestamptz not null,
  primary key (org_id, run_id, user_id),
  foreign key (org_id, run_id) references report_schedule_runs on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index report_deliveries_leaving on report_deliveries (org_id, run_id) where state = 'leaving';
create index report_deliveries_by_user on report_deliveries (org_id, user_id);
alter table report_deliveries enable row level security;
create policy own_firm on report_deliveries using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- What is attached, until the mail has gone.
create table report_mail_files (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('pdf', 'xlsx')),
  name text not null,
  bytes bytea not null,
  primary key (org_id, run_id, user_id, type),
  foreign key (org_id, run_id, user_id) references report_deliveries on delete cascade
);
alter table report_mail_files enable row level security;
create policy own_firm on report_mail_files using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
