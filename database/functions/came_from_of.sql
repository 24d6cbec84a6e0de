-- Returns who or what a target came from, with the current name of a contact or colleague.
create or replace function came_from_of(p_org uuid, p_from jsonb) returns json language sql stable as $$
  select case
    when p_from->>'contact_id' is not null then (
      select json_build_object('contact_id', c.id, 'name', coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.emails[1], c.phones[1], ''))
      from contacts c where c.org_id = p_org and c.id = (p_from->>'contact_id')::uuid)
    when p_from->>'user_id' is not null then (
      select json_build_object('user_id', u.id, 'name', trim(u.first_name || ' ' || u.last_name))
      from users u where u.org_id = p_org and u.id = (p_from->>'user_id')::uuid)
    else p_from::json
  end
$$;
