-- Returns the overlaps of a target that has keys.
create or replace function overlapping_target(p_org uuid, p_target uuid) returns setof uuid language plpgsql stable as $$
declare
  own target_keys;
begin
  select * into own from target_keys k where k.org_id = p_org and k.target_id = p_target;
  if found then
    return query select distinct o from overlapping(p_org, own.owner_id, near_companies(p_org, own.company_key, '{}'), own.contact_key, own.email_key) as o;
  end if;
end $$;
