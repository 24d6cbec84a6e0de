-- The former name of delete_push_endpoint, which the previous version still calls. The next release deletes this file.
create or replace function forget_push_endpoint(given text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.delete_push_endpoint(given);
end $$;
revoke execute on function forget_push_endpoint(text) from public;
grant execute on function forget_push_endpoint(text) to pursuit_app;
