-- Returns colleagues' open targets with a similar company, or the same contact or email, oldest first, at most 20 each.
create or replace function overlapping(p_org uuid, p_owner uuid, p_companies text[], p_contact text, p_email text) returns setof uuid language plpgsql stable as $$
declare
  looked_up text;
begin
  foreach looked_up in array array(select 'c:' || c from unnest(p_companies) as c) || array['p:' || p_contact, 'e:' || p_email] loop
    continue when length(looked_up) < 3;
    return query select l.target_id from target_lookups l
      where l.org_id = p_org and l.key = looked_up and l.owner_id <> p_owner order by l.target_id limit 20;
  end loop;
end $$;
