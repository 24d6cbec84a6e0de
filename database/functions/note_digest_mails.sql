-- The former name of record_digest_emails, which the previous version still calls. The next release deletes this file.
create or replace function note_digest_mails(p_org uuid, p_run uuid, p_users uuid[], p_states text[], p_problems text[], p_tries integer) returns setof uuid
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return query select record_digest_emails(p_org, p_run, p_users, p_states, p_problems, p_tries);
end $$;
