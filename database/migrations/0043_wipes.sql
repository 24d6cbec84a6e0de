-- Devices that were signed out to be wiped, by the token of the session that ended: each is told so when it asks, and says when it is done.
create table wipes (
  org_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  device text not null,
  address text not null,
  asked_at timestamptz not null default now(),
  wiped_at timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index wipes_by_user on wipes (org_id, user_id, asked_at desc);
alter table wipes enable row level security;
create policy own_firm on wipes using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
