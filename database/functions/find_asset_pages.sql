-- Finds pages in current versions of assets that the person can open (or manages) in the current firm. Queries the
-- index directly, because under row-level security the planner can't: the operator isn't leakproof. The firm's word
-- narrows the lookup.
create or replace function find_asset_pages(p_user uuid, p_all boolean, p_words text)
returns table (asset_id uuid, page integer, rank real, text text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  firm uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  asked tsquery := websearch_to_tsquery('english', p_words);
begin
  return query with readable as materialized (
    select a.id, a.version from assets a where a.org_id = firm and a.deleted_at is null and (p_all or a.everyone)
    union
    select a.id, a.version from asset_people p join assets a on a.org_id = firm and a.id = p.asset_id
      where p.org_id = firm and p.user_id = p_user and a.deleted_at is null
    union
    select a.id, a.version from group_members m
      join groups g on g.org_id = firm and g.id = m.group_id and g.status = 'active'
      join asset_groups ag on ag.org_id = firm and ag.group_id = m.group_id
      join assets a on a.org_id = firm and a.id = ag.asset_id
      where m.org_id = firm and m.user_id = p_user and a.deleted_at is null),
  found as materialized (
    select p.asset_id, p.version, p.page from asset_pages p join readable r on r.id = p.asset_id and r.version = p.version
    where p.words @@ (asked && ('''org' || firm || '''')::tsquery) and p.org_id = firm and numnode(asked) > 0 limit 500)
  select p.asset_id, p.page, ts_rank(p.words, asked), p.text
  from found f join asset_pages p on p.org_id = firm and p.asset_id = f.asset_id and p.version = f.version and p.page = f.page
  order by 3 desc, 1, 2 limit 30;
end $$;
revoke execute on function find_asset_pages(uuid, boolean, text) from public;
grant execute on function find_asset_pages(uuid, boolean, text) to pursuit_app;
