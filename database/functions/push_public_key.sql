-- Identifies this deployment to push services.
create or replace function push_public_key() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select public_key from public.push_keys $$;
revoke execute on function push_public_key() from public;
grant execute on function push_public_key() to pursuit_app;
