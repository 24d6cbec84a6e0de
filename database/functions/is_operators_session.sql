-- Whether an operator still has the session from which they went into another firm. Asked on a cluster, where no trigger reaches that firm: see end_switched.
create or replace function is_operators_session(p_org uuid, p_session uuid) returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select 1 from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
    where s.org_id = p_org and s.id = p_session and u.role = 'operator' and u.deactivated_at is null);
end $$;
revoke execute on function is_operators_session(uuid, uuid) from public;
grant execute on function is_operators_session(uuid, uuid) to pursuit_app;
