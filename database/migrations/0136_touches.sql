-- Exchanges of the firm's people with contacts: emails, meetings, calls, and others. A touch belongs to the person who
-- had it, and stays theirs when its Target is handed over.
create table touches (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  target_id uuid,
  kind text not null,
  at timestamptz not null,
  -- In the firm's time zone. Others see the day only.
  day date not null,
  direction text not null,
  minutes int,
  subject text not null,
  body text not null,
  source text not null,
  -- Of an email or a meeting. A second arrival by any way changes nothing.
  message_id text,
  -- Colleagues on the Target see subject and text.
  is_shown boolean not null,
  -- Its owner said that it wasn't the Target's open step.
  is_answered boolean not null default false,
  -- People of the firm who took part, its owner first.
  people uuid[] not null,
  -- Names and sizes.
  attachments jsonb not null,
  -- Names and addresses of people in the email who weren't contacts of the Target.
  others jsonb not null default '[]',
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- Kept until it can't be undone anymore.
  deleted_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create unique index touch_of_message on touches (org_id, user_id, message_id) where message_id is not null;
create index touches_of_target on touches (org_id, target_id, day) where target_id is not null;
create index touches_by_day on touches (org_id, day, id) where deleted_at is null;
create index touches_of_person on touches (org_id, user_id, day);
create index deleted_touches on touches (deleted_at) where deleted_at is not null;
create table touch_contacts (
  org_id uuid not null,
  touch_id uuid not null,
  contact_id uuid not null,
  place int not null,
  primary key (org_id, touch_id, contact_id),
  foreign key (org_id, touch_id) references touches (org_id, id) on delete cascade
);
create index touches_of_contact on touch_contacts (org_id, contact_id);
-- People who see a touch, with its number in their feed. Managers see more: see features/touches/server/seeing.ts.
create table touch_people (
  org_id uuid not null,
  user_id uuid not null,
  touch_id uuid not null,
  seq bigint not null,
  gone boolean not null,
  primary key (org_id, user_id, touch_id)
);
create index touch_feed on touch_people (org_id, user_id, seq);
create index people_of_touch on touch_people (org_id, touch_id);
alter table touches enable row level security;
create policy own_firm on touches using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table touch_contacts enable row level security;
create policy own_firm on touch_contacts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table touch_people enable row level security;
create policy own_firm on touch_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- Day of the last touch, null for none.
alter table targets add column last_touch date;
