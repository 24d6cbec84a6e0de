-- The score of each person at the end of each day, so that a report over years reads days and not events. Null where it has to be made again.

create table score_days (
  org_id uuid not null references orgs,
  user_id uuid not null,
  day date not null,
  -- without private Targets, as everybody but the person may see it; and with them
  score smallint,
  own_score smallint,
  primary key (org_id, user_id, day),
  foreign key (org_id, user_id) references users on delete cascade
);
alter table score_days enable row level security;
create policy own_firm on score_days using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Up to which day a person's are made.
create table score_clocks (
  org_id uuid not null references orgs,
  user_id uuid not null,
  through date,
  problem text,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users on delete cascade
);
alter table score_clocks enable row level security;
create policy own_firm on score_clocks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Reports leave out what is private: found without reading all Targets.
create index targets_private on targets (org_id, id) where is_private;
