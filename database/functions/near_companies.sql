-- Returns the firm's similar company names, including this one, even if new. Does one lookup per spelling, regardless
-- of the statistics.
create or replace function near_companies(p_org uuid, p_company text, p_spellings text[]) returns text[] language plpgsql stable
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  found text[];
begin
  if p_company = '' then return '{}'; end if;
  select array_agg(n.near_key) into found from company_near n where n.org_id = p_org and n.company_key = p_company;
  if found is null then
    select coalesce(array_agg(distinct s.company_key), '{}') || p_company into found
    from unnest(name_hashes(p_spellings)) as h
    cross join lateral (select c.company_key from company_spellings c where c.org_id = p_org and c.spelling = h offset 0) s
    where s.company_key <> p_company and is_near(s.company_key, p_company);
  end if;
  return found;
end $$;
