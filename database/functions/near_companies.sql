-- Names of the firm that are near this one, itself too; whether or not the firm knows it.
create or replace function near_companies(p_org uuid, p_company text, p_spellings text[]) returns text[] language plpgsql stable as $$
declare
  found text[];
begin
  if p_company = '' then return '{}'; end if;
  select array_agg(n.near_key) into found from company_near n where n.org_id = p_org and n.company_key = p_company;
  if found is null then
    select coalesce(array_agg(distinct s.company_key), '{}') || p_company into found
    from company_spellings s where s.org_id = p_org and s.spelling = any(hashes_of(p_spellings)) and s.company_key <> p_company and is_near(s.company_key, p_company);
  end if;
  return found;
end $$;
