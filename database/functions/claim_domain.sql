-- The former name of claim_email_domain, which the previous version still calls. The next release deletes this file.
create or replace function claim_domain(given text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return public.claim_email_domain(given);
end $$;
revoke execute on function claim_domain(text) from public;
grant execute on function claim_domain(text) to pursuit_app;
