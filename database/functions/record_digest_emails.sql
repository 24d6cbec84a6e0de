-- Writes down what came of mails of a run, one after the other; answers those whose rows were where they had to be. Each is found by its whole key:
-- one statement over all of them would read the run's every recipient, as long as nobody has counted these. A mail that waits is tried again
-- later and later, p_tries times.
create or replace function record_digest_emails(p_org uuid, p_run uuid, p_users uuid[], p_states text[], p_problems text[], p_tries integer) returns setof uuid
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  -- In seconds, as which a cluster adds what comes of a column; and each value by itself, since it can't take one out of a list.
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
