-- The former name of withdraw_emails, which the previous version still calls. The next release deletes this file.
create or replace function withdraw_mails(given text[]) returns setof text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select public.withdraw_emails(given)
$$;
revoke execute on function withdraw_mails(text[]) from public;
grant execute on function withdraw_mails(text[]) to pursuit_app;
