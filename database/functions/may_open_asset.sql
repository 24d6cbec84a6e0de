-- Returns whether an asset is shared by name, through an active group, or with everyone. Checked on every opening.
create or replace function may_open_asset(p_org uuid, p_asset uuid, p_user uuid) returns boolean language plpgsql stable as $$
begin
  return exists (
    select 1 from assets a where a.org_id = p_org and a.id = p_asset and a.deleted_at is null and (
      a.everyone
      or exists (select 1 from asset_people p where p.org_id = p_org and p.asset_id = p_asset and p.user_id = p_user)
      or exists (select 1 from asset_groups g join group_members m on m.org_id = p_org and m.group_id = g.group_id and m.user_id = p_user
        join groups o on o.org_id = p_org and o.id = g.group_id and o.status = 'active'
        where g.org_id = p_org and g.asset_id = p_asset)));
end $$;
