create or replace function has_overlaps(p_org uuid) returns boolean language plpgsql stable as $$
begin
  return (select coalesce(subscriptions->'targets'->'features'->>'overlaps', 'yes') <> 'no' from orgs where id = p_org);
end $$;
