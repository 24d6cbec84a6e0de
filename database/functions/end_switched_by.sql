-- Ends sessions in which a person of the firm acts as someone else, in any firm. A cluster has those of other firms on
-- other nodes. There they are no longer accepted, see findSession.
create or replace function end_switched_by(p_user uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not is_on_cluster() then
    delete from sessions s where s.by_org_id = v_org and s.by_user_id = p_user;
  else
    delete from sessions s where s.org_id = v_org and s.by_org_id = v_org and s.by_user_id = p_user;
  end if;
end $$;
