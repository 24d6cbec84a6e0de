-- Addresses of a firm's own programs that are told of what happens, and each telling with what came of it.
create table webhooks (
  org_id uuid not null references orgs (id),
  id uuid not null,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  -- the secret before this one signs too, until then
  old_sealed bytea,
  old_until timestamptz,
  -- why it was turned off; null: it is on
  off_why text check (off_why in ('hand', 'gone', 'failing', 'behind')),
  off_at timestamptz,
  -- tries in a row that failed, since when, and until when none is made
  failures integer not null default 0,
  failing_since timestamptz,
  rests_until timestamptz not null default '-infinity',
  made_by text not null,
  made_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter table webhooks enable row level security;
create policy own_firm on webhooks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table webhook_deliveries (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  webhook_id uuid not null,
  type text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  -- of the last try: what the address answered, null where it gave no answer; how long that took; the beginning of its words
  status integer,
  milliseconds integer,
  answer text not null default '',
  problem text not null default '',
  queued_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (org_id, webhook_id, next_at) where state in ('waiting', 'sending');
create index webhook_deliveries_latest on webhook_deliveries (org_id, webhook_id, queued_at desc, id);
create index webhook_deliveries_by_age on webhook_deliveries (moved_at) where state in ('delivered', 'failed');
alter table webhook_deliveries enable row level security;
create policy own_firm on webhook_deliveries using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
