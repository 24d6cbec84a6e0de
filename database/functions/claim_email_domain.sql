-- The one way in which a firm writes to the directory: for itself. Says whether the domain is the firm's now.
create or replace function claim_email_domain(given text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  firm uuid := current_setting('app.org_id')::uuid;
begin
  insert into public.domain_directory (domain, org_id) values (given, firm) on conflict (domain) do nothing;
  return exists (select 1 from public.domain_directory d where d.domain = given and d.org_id = firm);
end $$;
revoke execute on function claim_email_domain(text) from public;
grant execute on function claim_email_domain(text) to pursuit_app;
