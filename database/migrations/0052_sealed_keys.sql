-- Keys that open something without signing in cannot be read here any more. Links that are out go on working.
-- A process of the version before may still run beside this one. It reads and writes users.calendar_secret, orgs.link_key and
-- unsubscribe_links, so they stay as they are to it; what is readable in them is sealed or moved an hour after this
-- (core/server/encryptColumn.ts), and function follow_calendar_secret follows what it writes. See docs/decisions/0012.

-- First answers to changes: those that hold a secret are sealed from now on, and those of before are kept without the link in them.
update once_only set answer = regexp_replace(answer, 'webcal://[^"]*', '', 'g') where answer like '%webcal://%';
alter table once_only add column sealed bytea;

-- The link that ends mails of a kind follows from the installation's key. Here is what it is known by, and what links of mails sent
-- before are known by: a person can have several of a kind.
create table unsubscribe_keys (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  kind text not null,
  primary key (org_id, token_hash),
  foreign key (org_id, user_id) references users on delete cascade
);
create index unsubscribe_keys_of_person on unsubscribe_keys (org_id, user_id);
alter table unsubscribe_keys enable row level security;
create policy own_firm on unsubscribe_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- A calendar link is shown again whenever its owner asks: sealed. It is made when it is first asked for.
alter table users
  alter column calendar_hash drop expression,
  alter column calendar_secret drop default,
  add column calendar_sealed bytea,
  add column is_calendar_unmade boolean not null default false;
alter table users alter column is_calendar_unmade set default true;

-- Links to files are signed with a key that follows from the installation's, or with the firm's former one. Null: the former one is in link_key,
-- not sealed yet. Empty: there was none, and link_key signs nothing.
alter table orgs add column link_sealed bytea;
alter table orgs alter column link_sealed set default '';
