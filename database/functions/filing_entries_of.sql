-- Lists the filing code and the sender addresses that a person of the current firm has now.
create or replace function filing_entries_of(p_user uuid) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  select d.entry from filing_directory d where d.org_id = nullif(current_setting('app.org_id', true), '')::uuid and d.user_id = p_user
$$;
revoke execute on function filing_entries_of(uuid) from public;
grant execute on function filing_entries_of(uuid) to pursuit_app;
