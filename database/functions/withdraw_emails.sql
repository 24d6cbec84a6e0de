-- Mails of these occasions that have not begun to leave: they never do. Answers which those were. Whoever sends finds the row gone.
create or replace function withdraw_emails(given text[]) returns setof text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.outgoing
  where org_id = nullif(current_setting('app.org_id', true), '')::uuid and channel = 'mail' and occasion = any(given) and state = 'waiting'
  returning occasion
$$;
revoke execute on function withdraw_emails(text[]) from public;
grant execute on function withdraw_emails(text[]) to pursuit_app;
