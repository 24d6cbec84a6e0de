-- Pages that have the words, of the present versions of assets that the person may open (or manages), in the firm that is set. It asks the index
-- itself: under row level security the planner may not, since the operator is not leakproof. The firm's word narrows what the index finds.
create or replace function find_asset_pages(p_user uuid, p_all boolean, p_words text)
returns table (asset_id uuid, page integer, rank real, text text)
language sql stable security definer set search_path = public, pg_temp as $$
  with asked as materialized (
    select nullif(current_setting('app.org_id', true), '')::uuid as org_id, websearch_to_tsquery('english', p_words) as words),
  readable as materialized (
    select a.id, a.version from asked join assets a on a.org_id = asked.org_id where a.deleted_at is null and (p_all or a.everyone)
    union
    select a.id, a.version from asked join asset_people p on p.org_id = asked.org_id and p.user_id = p_user
      join assets a on a.org_id = p.org_id and a.id = p.asset_id where a.deleted_at is null
    union
    select a.id, a.version from asked join group_members m on m.org_id = asked.org_id and m.user_id = p_user
      join groups g on g.org_id = m.org_id and g.id = m.group_id and g.status = 'active'
      join asset_groups ag on ag.org_id = m.org_id and ag.group_id = m.group_id
      join assets a on a.org_id = ag.org_id and a.id = ag.asset_id where a.deleted_at is null),
  found as materialized (
    select p.org_id, p.asset_id, p.version, p.page from asked
    join asset_pages p on p.words @@ (asked.words && ('''org' || asked.org_id || '''')::tsquery) and p.org_id = asked.org_id
    join readable r on r.id = p.asset_id and r.version = p.version
    where numnode(asked.words) > 0 limit 500)
  select p.asset_id, p.page, ts_rank(p.words, asked.words) as rank, p.text
  from asked, found f join asset_pages p on p.org_id = f.org_id and p.asset_id = f.asset_id and p.version = f.version and p.page = f.page
  order by 3 desc, 1, 2 limit 30
$$;
revoke execute on function find_asset_pages(uuid, boolean, text) from public;
grant execute on function find_asset_pages(uuid, boolean, text) to pursuit_app;
