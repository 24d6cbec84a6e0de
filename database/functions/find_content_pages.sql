-- Finds pages in items of the current firm and the vendor. Queries the index directly, because under row-level security
-- the planner can't: the operator isn't leakproof. The firm's word narrows the lookup. `p_all` is for people who manage
-- the firm's items.
create or replace function find_content_pages(p_user uuid, p_all boolean, p_today date, p_words text)
returns table (content_id uuid, page integer, rank real, text text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  firm uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  asked tsquery := websearch_to_tsquery('english', p_words);
begin
  return query with found as materialized (
    select p.org_id, p.content_id, p.page from content_pages p join contents c on c.org_id = p.org_id and c.id = p.content_id
    where p.words @@ (asked && ('''org' || firm || ''' | ''orgofall''')::tsquery) and numnode(asked) > 0 and (c.is_for_all or c.org_id = firm)
      and (p_all and c.org_id = firm or (c.expires is null or c.expires > p_today) and (c.is_for_all or may_open_content(firm, c.id, p_user)))
    limit 500)
  select p.content_id, p.page, ts_rank(p.words, asked), p.text
  from found f join content_pages p on p.org_id = f.org_id and p.content_id = f.content_id and p.page = f.page
  order by 3 desc, 1, 2 limit 30;
end $$;
revoke execute on function find_content_pages(uuid, boolean, date, text) from public;
grant execute on function find_content_pages(uuid, boolean, date, text) to pursuit_app;
