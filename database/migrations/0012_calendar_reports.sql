-- The secret of a person's calendar link: null once it is revoked. Looked up by its hash, so that no comparison tells how much of a guess was right.
-- A person has one from the start: 32 bytes, 244 of whose bits are random.
alter table users
  add column calendar_secret bytea default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  add column calendar_hash bytea generated always as (sha256(calendar_secret)) stored;
create unique index users_by_calendar on users (org_id, calendar_hash) where calendar_hash is not null;
