-- The former name of release_email_domain, which the previous version still calls. The next release deletes this file.
create or replace function release_domain(given text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select public.release_email_domain(given)
$$;
revoke execute on function release_domain(text) from public;
grant execute on function release_domain(text) to pursuit_app;
