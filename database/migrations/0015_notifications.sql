-- Each person's inbox, what of it still waits to leave by mail or push, timed reminders, devices that take pushes,
-- and the links in mails that end them without signing in.

-- One line of a person's inbox, in words that were true when it happened. `occasion` names what it tells of: told once.
create table notifications (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('weekly_alerts', 'daily_nudges', 'personal_collaboration_requests', 'group_collaboration_requests', 'shared_target_updates', 'reminders')),
  occasion text not null,
  target_id uuid,
  actor_id uuid,
  text text not null,
  details text[] not null default '{}',
  -- where it leads, in the app
  path text not null,
  -- the action that it tells of: what is taken back was never news
  key uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  -- what became of an invitation, by whichever way it was answered
  answered text check (answered in ('accepted', 'rejected', 'revoked')),
  primary key (org_id, id),
  unique (org_id, user_id, occasion),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index notifications_by_person on notifications (org_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (org_id, user_id) where read_at is null;
create index notifications_by_target on notifications (org_id, target_id);
create index notifications_by_age on notifications (created_at);

-- What leaves later: after quiet hours, or with the day's bundle.
create table notification_deliveries (
  org_id uuid not null,
  notification_id uuid not null,
  way text not null check (way in ('email', 'push')),
  due_at timestamptz not null,
  primary key (org_id, notification_id, way),
  foreign key (org_id, notification_id) references notifications (org_id, id) on delete cascade
);
create index notification_deliveries_due on notification_deliveries (due_at);

-- Alerts that a whole firm has had on one of its days.
create table alert_days (
  org_id uuid not null references orgs (id),
  kind text not null,
  day date not null,
  primary key (org_id, kind, day)
);

-- When a person wants to be reminded of a step of theirs; `at` is null once that was taken back.
-- Whether it still counts follows from the step: one that is done reminds of nothing.
create table reminders (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  task_id uuid not null,
  at timestamptz,
  fired_at timestamptz,
  primary key (org_id, user_id, target_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create index reminders_due on reminders (at) where fired_at is null and at is not null;
create index reminders_by_target on reminders (org_id, target_id);

-- A random token per person and kind of mail.
create table unsubscribe_links (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null,
  token text not null,
  token_hash bytea not null,
  primary key (org_id, user_id, kind),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create unique index unsubscribe_links_by_token on unsubscribe_links (org_id, token_hash);

-- A device hears of a person's things while that person is signed in there: whichever way the session ends.
alter table push_registrations
  add column token_hash bytea,
  add foreign key (org_id, token_hash) references sessions (org_id, token_hash) on delete cascade;
create index push_registrations_by_session on push_registrations (org_id, token_hash);

-- Who has something new in the inbox, for the event streams: `app.moved` holds '<person>:inbox'. See migration 0009.
-- A job over all firms has none set: there each note says its own.
create function note_inbox() returns trigger language plpgsql as $$
declare
  people text;
begin
  if coalesce(current_setting('app.org_id', true), '') = '' then
    select string_agg(distinct c.org_id || '/' || c.user_id || ':inbox', ' ') into people from changed c;
  else
    select string_agg(distinct c.user_id || ':inbox', ' ') into people from changed c;
  end if;
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), people), true);
  return null;
end $$;
create trigger note_inbox_new after insert on notifications referencing new table as changed for each statement execute function note_inbox();
create trigger note_inbox_changed after update on notifications referencing new table as changed for each statement execute function note_inbox();
create trigger note_inbox_gone after delete on notifications referencing old table as changed for each statement execute function note_inbox();

-- A person's copy of a target holds the person's own reminder.
do $$
declare
  body text := (select pg_get_functiondef(oid) from pg_proc where proname = 'tile_doc');
  changed text := replace(body, '''undo'', case when is_pending', '''reminder'', (select json_build_object(''task_id'', r.task_id, ''at'', to_char(r.at at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')) from reminders r where r.org_id = p_org and r.user_id = p_user and r.target_id = t.id and r.at is not null),
    ''undo'', case when is_pending');
begin
  if changed = body then raise exception 'tile_doc has no line for undo'; end if;
  execute changed;
end $$;

do $$
declare name text;
begin
  foreach name in array array['notifications', 'notification_deliveries', 'alert_days', 'reminders', 'unsubscribe_links'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
