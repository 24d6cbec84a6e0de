-- Finds the Targets that came from these contacts. Queries the index directly, because under row-level security the planner
-- can't: the operator isn't leakproof. A contact sent few, so `rows` keeps callers from reading all Targets.
create or replace function targets_from(p_org uuid, p_contacts uuid[]) returns table (target_id uuid, contact_id uuid)
language plpgsql stable rows 1 security definer set search_path = public, pg_temp as $$
begin
  return query select t.id, (t.came_from->>'contact_id')::uuid from targets t
    where t.org_id = p_org and t.came_from->>'contact_id' is not null and t.came_from->>'contact_id' = any(p_contacts::text[]);
end $$;
revoke execute on function targets_from(uuid, uuid[]) from public;
grant execute on function targets_from(uuid, uuid[]) to pursuit_app;
