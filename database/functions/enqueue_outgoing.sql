-- Queues the job in the same transaction. pg-boss creates its tables when the server starts its jobs, and earlier rows
-- get their job then. Other columns use pg-boss's defaults.
create or replace function enqueue_outgoing(given_id uuid, given_org uuid, given_channel text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if to_regclass('jobs.job') is null or to_regclass('jobs.queue') is null then return; end if;
  delete from jobs.job where name = given_channel and id = given_id and state >= 'completed';
  insert into jobs.job (id, name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds,
    keep_until, policy, heartbeat_seconds)
  select given_id, q.name, jsonb_build_object('org_id', given_org, 'id', given_id), q.retry_limit, q.retry_delay, q.retry_backoff,
    q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 second', q.policy, q.heartbeat_seconds
  from jobs.queue q where q.name = given_channel
  on conflict do nothing;
end $$;
revoke execute on function enqueue_outgoing(uuid, uuid, text) from public;
