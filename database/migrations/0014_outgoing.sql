-- What leaves the house: mail, text messages, pushes. Written in the transaction of the change that causes it, and sent by a job.

create table outgoing (
  org_id uuid not null references orgs (id),
  id uuid not null default gen_random_uuid(),
  channel text not null check (channel in ('mail', 'text', 'push')),
  -- of one firm and channel, an occasion is told once; null: each time
  occasion text,
  -- an address, a number, or a person's id
  recipient text not null,
  -- pushes to one device; null: the person's, of which the local outbox gets a copy
  device uuid,
  -- what it says, which may hold links that let people in: gone as soon as it has been sent
  content jsonb,
  -- 'sending' is written just before the last word goes out: whoever finds it there after a kill can't know whether it arrived
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'doubt')),
  tries int not null default 0,
  problem text not null default '',
  queued_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index outgoing_by_occasion on outgoing (org_id, channel, occasion);
create index outgoing_waiting on outgoing (queued_at) where state in ('waiting', 'sending');
create index outgoing_troubled on outgoing (moved_at desc, id) where state in ('failed', 'doubt');
create index outgoing_done on outgoing (moved_at) where state = 'sent';

alter table outgoing enable row level security;
create policy own_firm on outgoing using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- A request may queue; what became of it is for the sender to say, and what it says is for nobody else to read.
revoke select, update, delete on outgoing from pursuit_app;
grant select (org_id, id, channel, occasion, recipient, device, state, tries, problem, queued_at, moved_at) on outgoing to pursuit_app;

-- The job that sends a row, in the same transaction. pg-boss makes its tables when the server starts its jobs; what was queued before
-- gets its job then. Columns that are not named here have pg-boss's own defaults.
create function enqueue_outgoing(given_id uuid, given_org uuid, given_channel text) returns void
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

create function outgoing_queued() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.enqueue_outgoing(new.id, new.org_id, new.channel);
  return null;
end $$;
revoke execute on function outgoing_queued() from public;
create trigger outgoing_queued after insert or update of queued_at on outgoing
  for each row execute function outgoing_queued();

-- Where a person's pushes go: one row per device.
create table push_registrations (
  org_id uuid not null,
  user_id uuid not null,
  device uuid not null,
  platform text not null check (platform in ('web', 'fcm')),
  -- web: the address that the browser named; fcm: the token
  endpoint text not null,
  -- web: p256dh and auth
  keys jsonb not null default '{}',
  failures int not null default 0,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id, device),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index push_registrations_by_endpoint on push_registrations (md5(endpoint));

alter table push_registrations enable row level security;
create policy own_firm on push_registrations using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- A browser that changed hands tells nobody but the one who works there now, whichever firm the other was of.
create function forget_push_endpoint(given text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as
$$ delete from public.push_registrations where md5(endpoint) = md5(given) and endpoint = given $$;
revoke execute on function forget_push_endpoint(text) from public;
grant execute on function forget_push_endpoint(text) to pursuit_app;

-- The key pair by which push services know this deployment. Made once; the private half never leaves the sender.
create table push_keys (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);
revoke all on push_keys from pursuit_app;

create function push_public_key() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$ select public_key from public.push_keys $$;
-- Keeps the pair that came first.
create function keep_push_keys(given_public text, given_private text) returns text
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.push_keys (public_key, private_key) values (given_public, given_private) on conflict do nothing;
  select public_key from public.push_keys
$$;
revoke execute on function push_public_key(), keep_push_keys(text, text) from public;
grant execute on function push_public_key(), keep_push_keys(text, text) to pursuit_app;
