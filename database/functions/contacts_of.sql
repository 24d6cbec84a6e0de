-- Returns the contacts of a Target, as everyone on it sees them. The first one is as the Target's fields say, which are
-- empty for an erased one.
create or replace function contacts_of(p_org uuid, p_target uuid) returns json language sql stable as $$
  select coalesce(json_agg((case when c.erased_at is null then '{' else '{"erased" : true, ' end || substr(json_build_object(
    'id', c.id,
    'name', coalesce(nullif(w.full_name, ''), nullif(w.email, ''), w.phone),
    'role', l.role,
    'first', l.place = 0,
    'email', w.email,
    'phone', w.phone
  )::text, 2))::json order by l.place), '[]'::json)
  from target_contacts l
  join contacts c on c.org_id = l.org_id and c.id = l.contact_id
  join targets t on t.org_id = l.org_id and t.id = l.target_id
  cross join lateral (
    select case when l.place = 0 then t.contact_email else coalesce(c.emails[1], '') end as email,
      case when l.place = 0 then t.contact_phone else coalesce(c.phones[1], '') end as phone,
      case when l.place = 0 and c.erased_at is null then t.contact else trim(c.first_name || ' ' || c.last_name) end as full_name) w
  where l.org_id = p_org and l.target_id = p_target
$$;
