-- Numbers the contacts of these Targets from 0 again, in their order.
create or replace function close_contact_places(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
begin
  update target_contacts l set place = n.place
  from (
    select target_id, contact_id, row_number() over (partition by target_id order by place, contact_id) - 1 as place
    from target_contacts where org_id = p_org and target_id = any(p_targets)) n
  where l.org_id = p_org and l.target_id = n.target_id and l.contact_id = n.contact_id and l.place <> n.place;
end $$;
