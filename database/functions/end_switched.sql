-- Security definer, because an operator's session ends sessions in other firms. A cluster has those on other nodes,
-- which triggers can't write to. There they are no longer accepted, see findSession.
create or replace function end_switched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_on_cluster() then
    delete from sessions s where s.by_org_id = old.org_id and s.from_session = old.id;
  else
    delete from sessions s where s.org_id = old.org_id and s.by_org_id = old.org_id and s.from_session = old.id;
  end if;
  return null;
end $$;
create or replace trigger end_switched after delete on sessions for each row execute function end_switched();
