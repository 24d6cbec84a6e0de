-- Keys of the names that share a company's page with this one, the leading name first. Merges are a forest, so that each
-- walk ends.
create or replace function company_page_keys(p_org uuid, p_key text) returns text[] language sql stable as $$
  with recursive up as (
    select p_key as key, 0 as depth
    union all select m.into_key, up.depth + 1 from up join company_merges m on m.org_id = p_org and m.company_key = up.key),
  down as (
    (select key, 0 as depth from up order by up.depth desc limit 1)
    union all select m.company_key, down.depth + 1 from down join company_merges m on m.org_id = p_org and m.into_key = down.key)
  select array_agg(key order by depth, key) from down
$$;
