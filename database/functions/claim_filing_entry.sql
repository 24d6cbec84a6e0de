-- Gives a filing code or a verified sender address to a person of the current firm. The latest proof counts, so someone
-- who got an address after another person takes it over.
create or replace function claim_filing_entry(p_user uuid, p_entry text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into filing_directory as d (entry, org_id, user_id)
    values (p_entry, nullif(current_setting('app.org_id', true), '')::uuid, p_user)
    on conflict (entry) do update set org_id = excluded.org_id, user_id = excluded.user_id
$$;
revoke execute on function claim_filing_entry(uuid, text) from public;
grant execute on function claim_filing_entry(uuid, text) to pursuit_app;
