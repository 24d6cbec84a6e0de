-- Ends sessions in which a person of the firm acts as someone else, in any firm.
create or replace function end_switched_by(p_user uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions s where s.by_org_id = nullif(current_setting('app.org_id', true), '')::uuid and s.by_user_id = p_user;
end $$;
