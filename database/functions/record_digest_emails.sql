-- Records a run's emails one by one and returns those in the expected state. Each is found by its whole key, because
-- without statistics one statement would read every recipient. A pending email is retried later and later, up to
-- p_tries times.
create or replace function record_digest_emails(p_org uuid, p_run uuid, p_users uuid[], p_states text[], p_problems text[], p_tries integer) returns setof uuid
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  -- Seconds, because a cluster adds column results as numbers. The values are separate, because a cluster can't take
  -- one out of a list.
  moment float8 := extract(epoch from now());
  person uuid;
  came text;
  trouble text;
  from_states text[];
begin
  for i in 1 .. cardinality(p_users) loop
    person := p_users[i];
    came := p_states[i];
    trouble := p_problems[i];
    from_states := case came when 'sending' then '{waiting}'::text[] when 'sent' then '{waiting,sending,doubt}' else '{waiting,sending}' end;
    update digest_recipients r set moved_at = now(), problem = trouble, tries = r.tries + (came <> 'sending')::int,
      state = case when came = 'waiting' and r.tries + 1 >= p_tries then 'failed' else came end,
      next_try_at = case when came = 'waiting' then to_timestamp(moment + least(3600, 5 * power(2, r.tries))) else r.next_try_at end
    where r.org_id = p_org and r.run_id = p_run and r.user_id = person and r.state = any(from_states);
    if found then return next person; end if;
  end loop;
end $$;
