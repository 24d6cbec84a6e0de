-- Deletes and returns emails of these occasions that haven't started. A running sender finds the row missing.
create or replace function withdraw_emails(given text[]) returns setof text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from public.outgoing
  where org_id = nullif(current_setting('app.org_id', true), '')::uuid and channel = 'mail' and occasion = any(given) and state = 'waiting'
  returning occasion
$$;
revoke execute on function withdraw_emails(text[]) from public;
grant execute on function withdraw_emails(text[]) to pursuit_app;
