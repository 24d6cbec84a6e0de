create or replace function release_email_domain(given text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as
$$ delete from public.domain_directory where domain = given and org_id = current_setting('app.org_id')::uuid $$;
revoke execute on function release_email_domain(text) from public;
grant execute on function release_email_domain(text) to pursuit_app;
