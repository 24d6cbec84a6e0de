-- Pages that have the words, of contents of the firm that is set and of the vendor's. It asks the index itself: under row level security the
-- planner may not, since the operator is not leakproof. The firm's word narrows what the index finds; `p_all` is for who looks after the firm's.
create or replace function find_content_pages(p_user uuid, p_all boolean, p_today date, p_words text)
returns table (content_id uuid, page integer, rank real, text text)
language sql stable security definer set search_path = public, pg_temp as $$
  with asked as materialized (
    select nullif(current_setting('app.org_id', true), '')::uuid as org_id, websearch_to_tsquery('english', p_words) as words),
  found as materialized (
    select p.org_id, p.content_id, p.page from asked
    join content_pages p on p.words @@ (asked.words && ('''org' || asked.org_id || ''' | ''orgofall''')::tsquery)
    join contents c on c.org_id = p.org_id and c.id = p.content_id
    where numnode(asked.words) > 0 and (c.is_for_all or c.org_id = asked.org_id)
      and (p_all and c.org_id = asked.org_id or (c.expires is null or c.expires > p_today) and may_open_content(asked.org_id, c.id, p_user))
    limit 500)
  select p.content_id, p.page, ts_rank(p.words, asked.words) as rank, p.text
  from asked, found f join content_pages p on p.org_id = f.org_id and p.content_id = f.content_id and p.page = f.page
  order by 3 desc, 1, 2 limit 30
$$;
revoke execute on function find_content_pages(uuid, boolean, date, text) from public;
grant execute on function find_content_pages(uuid, boolean, date, text) to pursuit_app;
