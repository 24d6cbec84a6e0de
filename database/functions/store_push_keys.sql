-- The first pair wins.
create or replace function store_push_keys(given_public text, given_private text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.push_keys (public_key, private_key) values (given_public, given_private) on conflict do nothing;
  select public_key from public.push_keys
$$;
revoke execute on function store_push_keys(text, text) from public;
grant execute on function store_push_keys(text, text) to pursuit_app;
