-- Returns whether an item is published for all firms, or shared by the firm with everyone, the person, or an active
-- group. Checked on every opening. The firm's own come first, because on a cluster they are on the same node.
create or replace function may_open_content(p_org uuid, p_content uuid, p_user uuid) returns boolean language plpgsql stable as $$
begin
  perform from contents c where c.org_id = p_org and c.id = p_content and (
    c.everyone
    or exists (select 1 from content_people p where p.org_id = p_org and p.content_id = p_content and p.user_id = p_user)
    or exists (select 1 from content_groups g join group_members m on m.org_id = p_org and m.group_id = g.group_id and m.user_id = p_user
      join groups o on o.org_id = p_org and o.id = g.group_id and o.status = 'active'
      where g.org_id = p_org and g.content_id = p_content));
  if found then return true; end if;
  perform from contents c where c.id = p_content and c.is_for_all;
  return found;
end $$;
