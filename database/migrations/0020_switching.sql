-- Working as somebody else: how long, from which session, and whose name stands beside what is done.

alter table sessions
  -- a switched session ends by itself, and with the one it was opened from, which may be of another firm
  add column ends_at timestamptz,
  add column from_session uuid;
create index sessions_by_origin on sessions (by_org_id, from_session) where from_session is not null;
create unique index sessions_by_revert on sessions (org_id, revert_hash) where revert_hash is not null;

-- An operator names a person by id alone.
create index login_directory_by_user on login_directory (user_id);

-- Definer: an operator's session ends those in other firms.
create function end_switched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions s where s.by_org_id = old.org_id and s.from_session = old.id;
  return null;
end $$;
create trigger end_switched after delete on sessions for each row execute function end_switched();

-- Whoever deactivates a person ends that person's sessions, and what was switched from them.
create function end_deactivated() returns trigger language plpgsql as $$
begin
  delete from sessions s where s.org_id = new.org_id and s.user_id = new.id;
  return null;
end $$;
create trigger end_deactivated after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function end_deactivated();

-- Who worked as the one who did it; '' and null where nobody did. Set with the session, so that no statement can forget it.
alter table target_events add column by_name text not null default coalesce(current_setting('app.by_name', true), '');
alter table once_only add column by_user_id uuid default nullif(current_setting('app.by_user_id', true), '')::uuid;

create index audit_log_by_actor on audit_log (org_id, actor_id, id);
