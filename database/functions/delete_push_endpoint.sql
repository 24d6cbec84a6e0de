-- A browser that changed hands notifies only its current user, across firms.
create or replace function delete_push_endpoint(given text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from public.push_registrations where md5(endpoint) = md5(given) and endpoint = given;
end $$;
revoke execute on function delete_push_endpoint(text) from public;
grant execute on function delete_push_endpoint(text) to pursuit_app;
