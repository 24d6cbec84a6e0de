-- Ends sessions of other firms in which a person of the firm acts as someone else. A cluster has those on other nodes.
-- There they are no longer accepted, see findSession.
create or replace function end_switched_by(p_user uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_on_cluster() then
    delete from sessions s where s.by_org_id = nullif(current_setting('app.org_id', true), '')::uuid and s.by_user_id = p_user;
  end if;
end $$;
