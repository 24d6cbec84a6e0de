-- Keys that open something without signing in cannot be read here any more. Links that are out go on working.

-- The link that ends mails of a kind follows from the installation's key; here is what it is known by, and what links of mails sent
-- before are known by. A person can have several of a kind.
alter table unsubscribe_links drop constraint unsubscribe_links_pkey;
drop index unsubscribe_links_by_token;
alter table unsubscribe_links drop column token, add primary key (org_id, token_hash);
create index unsubscribe_links_of_person on unsubscribe_links (org_id, user_id);

-- A calendar link is shown again whenever its owner asks: sealed. It is made when it is first asked for; until then all is null, and
-- is_calendar_off tells that from one that was turned off. calendar_secret is what earlier versions wrote: the start seals it and leaves null.
alter table users
  alter column calendar_hash drop expression,
  alter column calendar_secret drop default,
  add column calendar_sealed bytea,
  add column is_calendar_off boolean not null default false;
update users set is_calendar_off = true where calendar_secret is null;

-- First answers to changes hold what was shown, such as a changed calendar link: sealed too. Those of before are read until they are forgotten,
-- without such links.
alter table once_only add column sealed bytea;
update once_only set answer = regexp_replace(answer, 'webcal://[^"]*', '', 'g') where answer like '%webcal://%';

-- Links to files are signed with a key that follows from the installation's, or with the firm's former one: the start seals link_key into
-- link_sealed and leaves null.
alter table orgs
  alter column link_key drop default,
  alter column link_key drop not null,
  add column link_sealed bytea;
