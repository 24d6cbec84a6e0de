-- The mail of each run of a digest, as it was when the run began: each recipient's is made of it, and the links in them lead by it.
create table digest_mails (
  org_id uuid not null references orgs,
  run_id uuid not null,
  mail jsonb not null,
  -- as the firm wanted it when the run began
  counts_clicks boolean not null,
  made_at timestamptz not null default now(),
  primary key (org_id, run_id)
);
create index digest_mails_by_age on digest_mails (made_at);
alter table digest_mails enable row level security;
create policy own_firm on digest_mails using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Links of such mails that were opened, each opening by itself: which of them were a person's is told when they are counted.
create table digest_visits (
  org_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  item integer not null,
  at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, run_id) references digest_mails on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index digest_visits_by_run on digest_visits (org_id, run_id, user_id, at);
create index digest_visits_by_user on digest_visits (org_id, user_id, id);
alter table digest_visits enable row level security;
create policy own_firm on digest_visits using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- What a firm wants of the mails of its digests; none: as a new firm has it.
create table digest_mail_settings (
  org_id uuid primary key references orgs,
  sender_name text not null default '',
  reply_name text not null default '',
  reply_address text not null default '',
  counts_clicks boolean not null default false
);
alter table digest_mail_settings enable row level security;
create policy own_firm on digest_mail_settings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Addresses from which mails came back. While `since` is set, none goes there.
create table digest_bounces (
  org_id uuid not null references orgs,
  -- in small letters
  address text not null,
  since timestamptz,
  reason text not null default '',
  -- how often it was only for the time being
  soft integer not null default 0,
  last_at timestamptz not null,
  -- when somebody asked to send there again: what came back before that says nothing any more
  lifted_at timestamptz,
  primary key (org_id, address)
);
alter table digest_bounces enable row level security;
create policy own_firm on digest_bounces using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
