-- Firms write to the directory only here, and only for themselves. Returns whether the domain is now the firm's.
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
