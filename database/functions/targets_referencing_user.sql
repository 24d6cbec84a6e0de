-- Returns colleagues' targets whose overlaps name a person, and the person's own and shared ones.
create or replace function targets_referencing_user(p_org uuid, p_user uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select o from target_keys k cross join overlapping_target(p_org, k.target_id) as o where k.org_id = p_org and k.owner_id = p_user
    union select a.target_id from overlap_answers a where a.org_id = p_org and a.user_id = p_user and a.answer <> 'separate'
    union select tp.target_id from target_people tp where tp.org_id = p_org and tp.user_id = p_user and not tp.gone
    union select t.target_id from tasks t where t.org_id = p_org and t.user_id = p_user
    union select t.id from targets t where t.org_id = p_org and t.came_from->>'user_id' = p_user::text
    union select n.target_id from notes n where n.org_id = p_org and n.user_id = p_user);
end $$;
