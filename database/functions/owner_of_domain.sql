-- Returns 'own' for a domain that the current firm has verified, 'another' for one verified by another firm, or 'open'.
create or replace function owner_of_domain(p_domain text) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((
    select case when d.org_id = nullif(current_setting('app.org_id', true), '')::uuid then 'own' else 'another' end
    from domain_directory d where d.domain = p_domain), 'open')
$$;
revoke execute on function owner_of_domain(text) from public;
grant execute on function owner_of_domain(text) to pursuit_app;
