-- Removes a filing code or a sender address of a person of the current firm. Someone else's stays.
create or replace function release_filing_entry(p_user uuid, p_entry text) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from filing_directory d
    where d.entry = p_entry and d.org_id = nullif(current_setting('app.org_id', true), '')::uuid and d.user_id = p_user
$$;
revoke execute on function release_filing_entry(uuid, text) from public;
grant execute on function release_filing_entry(uuid, text) to pursuit_app;
