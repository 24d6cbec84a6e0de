-- Emails that people send to Pursuit to file them. Each person has one filing address.
create table filing_people (
  org_id uuid not null,
  user_id uuid not null,
  -- The characters behind 'file+'.
  code text not null,
  is_on boolean not null,
  made_at timestamptz not null,
  primary key (org_id, user_id)
);
-- Other addresses that the person sends from.
create table filing_senders (
  org_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  address text not null,
  -- The code that was sent there, encrypted. Null once the address is verified.
  code_sealed bytea,
  code_sent_at timestamptz not null,
  tries int not null default 0,
  verified_at timestamptz,
  primary key (org_id, id)
);
create unique index filing_sender_addresses on filing_senders (org_id, user_id, address);
-- The person of each filing code and of each verified sender address, read before the firm is known.
create table filing_directory (
  entry text primary key,
  org_id uuid not null,
  user_id uuid not null
);
create index filing_directory_by_person on filing_directory (org_id, user_id);
create table filed_messages (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  received_at timestamptz not null,
  -- The header without angle brackets, or 'sha256:' and the hash of the bytes.
  message_id text not null,
  -- 'received' from a verified sender, 'waiting' for the person to confirm that it's theirs, 'filed', or 'unmatched'.
  state text not null,
  -- A ReceivedMessage. Null once nothing needs it anymore.
  message jsonb,
  primary key (org_id, id)
);
-- A second arrival of the same email changes nothing.
create unique index filed_message_ids on filed_messages (org_id, user_id, message_id);
create index filed_messages_received on filed_messages (org_id, user_id, received_at) where state = 'received';
create index filed_messages_waiting on filed_messages (org_id, user_id, received_at) where state = 'waiting';
create index filed_messages_unmatched on filed_messages (org_id, user_id) where state = 'unmatched';
-- Emails that weren't filed, for one line a day in the inbox. Nothing else is stored about them.
create table unfiled_counts (
  org_id uuid not null,
  user_id uuid not null,
  -- In the firm's time zone.
  day date not null,
  reason text not null,
  count int not null,
  -- The person was told in the inbox. Later emails of the day are only counted.
  is_told boolean not null default false,
  primary key (org_id, user_id, day, reason)
);
alter table filing_people enable row level security;
create policy own_firm on filing_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table filing_senders enable row level security;
create policy own_firm on filing_senders using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- No policy: only owners read it, and firms write to it through functions.
alter table filing_directory enable row level security;
alter table filed_messages enable row level security;
create policy own_firm on filed_messages using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table unfiled_counts enable row level security;
create policy own_firm on unfiled_counts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- The firm's own switch, next to its subscription.
alter table orgs add column is_filing_on boolean not null default true;
