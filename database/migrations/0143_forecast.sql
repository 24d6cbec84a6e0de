-- What was expected of each target, in days of the firm's zone: `since` is the first day on which it was so in the
-- morning, `until` the first on which it no longer was, null for still. Only pursued targets with an expected close and
-- a chance have rows. They stay after a target is gone, because they say what was expected then, and hold no text.
create table forecast_facts (
  org_id uuid not null references orgs (id) on delete cascade,
  target_id uuid not null,
  since date not null,
  until date,
  owner_id uuid not null,
  is_private boolean not null,
  amount numeric not null,
  chance smallint not null,
  expected_close text collate "C" not null,
  constraint forecast_facts_pkey primary key (org_id, target_id, since)
);
create unique index forecast_facts_now on forecast_facts (org_id, target_id) where until is null;
create index forecast_facts_by_close on forecast_facts (org_id, expected_close);
alter table forecast_facts enable row level security;
create policy own_firm on forecast_facts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- The days whose facts were kept.
create table forecast_days (
  org_id uuid not null references orgs (id) on delete cascade,
  day date not null,
  constraint forecast_days_pkey primary key (org_id, day)
);
alter table forecast_days enable row level security;
create policy own_firm on forecast_days using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
