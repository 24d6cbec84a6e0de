-- The former name of store_push_keys, which the previous version still calls. The next release deletes this file.
create or replace function keep_push_keys(given_public text, given_private text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select public.store_push_keys(given_public, given_private)
$$;
revoke execute on function keep_push_keys(text, text) from public;
grant execute on function keep_push_keys(text, text) to pursuit_app;
