-- Definer: an operator's session ends those in other firms.
create or replace function end_switched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions s where s.by_org_id = old.org_id and s.from_session = old.id;
  return null;
end $$;
create or replace trigger end_switched after delete on sessions for each row execute function end_switched();
