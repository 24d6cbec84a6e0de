-- Colleagues' open targets with the same company (or a near one), contact or e-mail; the oldest of them, at most 20 by each.
create or replace function overlapping(p_org uuid, p_owner uuid, p_companies text[], p_contact text, p_email text) returns setof uuid language plpgsql stable as $$
declare
  company text;
begin
  foreach company in array p_companies loop
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.company_key = company and k.company_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end loop;
  if p_contact <> '' then
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.contact_key = p_contact and k.contact_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end if;
  if p_email <> '' then
    return query select k.target_id from target_keys k
      where k.org_id = p_org and k.email_key = p_email and k.email_key <> '' and k.is_shown and k.owner_id <> p_owner order by k.target_id limit 20;
  end if;
end $$;
