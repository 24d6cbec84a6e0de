-- The ways in: logins that wait for their second factor, authenticator apps, passkeys, recovery codes, keys of reset links,
-- and the devices a person has signed in on. Codes, keys and tokens are stored as hashes only.

-- A password was right; a second factor is still missing. The token of it is in the browser that gave the password, and nowhere else.
create table login_challenges (
  org_id uuid not null,
  challenge_hash bytea not null,
  user_id uuid not null,
  -- since the newest code was sent
  tries int not null default 0,
  -- of the code that was sent by text message, with the challenge in it; null while none was sent
  code_hash bytea,
  code_sent_at timestamptz,
  -- what a passkey is asked to sign
  passkey_challenge text,
  created_at timestamptz not null,
  primary key (org_id, challenge_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index login_challenges_by_user on login_challenges (org_id, user_id);
create index login_challenges_by_age on login_challenges (created_at);

-- One row per text message with a code: five an hour for one person, whatever they were sent for.
create table code_sends (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  sent_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index code_sends_by_user on code_sends (org_id, user_id, sent_at);
create index code_sends_by_age on code_sends (sent_at);

-- The secret has to be read to check a code: it is sealed with the server's key.
create table authenticators (
  org_id uuid not null,
  user_id uuid not null,
  secret bytea,
  -- a new secret that waits for its first code
  pending bytea,
  pending_at timestamptz,
  -- the 30 seconds of the last code that was accepted: none is accepted twice, nor one before it
  last_counter bigint not null default 0,
  confirmed_at timestamptz,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);

create table passkeys (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  -- the host it was made for: it answers to no other
  rp_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, id),
  unique (org_id, credential_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index passkeys_by_user on passkeys (org_id, user_id, created_at);

-- A passkey that is being made: what it has to sign.
create table passkey_plans (
  org_id uuid not null,
  user_id uuid not null,
  challenge text not null,
  created_at timestamptz not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);

-- Asked before anybody is known, so it belongs to no firm: what a passkey signs to sign in with it alone. Single use.
create table passkey_asks (
  challenge_hash bytea primary key,
  created_at timestamptz not null
);
create index passkey_asks_by_age on passkey_asks (created_at);

create table recovery_codes (
  org_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (org_id, user_id, code_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);

-- The newest key of a person wins; an invitation lives longer and is not ended by somebody asking for a reset.
create table password_keys (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('reset', 'invitation')),
  key_hash bytea not null,
  expires_at timestamptz not null,
  primary key (org_id, user_id, kind),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index password_keys_by_hash on password_keys (org_id, key_hash);
create index password_keys_by_age on password_keys (expires_at);

-- Where a person has signed in before: guesses from there are counted apart from everybody else's.
create table known_devices (
  org_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  used_at timestamptz not null,
  primary key (org_id, user_id, device_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index known_devices_by_age on known_devices (used_at);
create index guesses_by_age on guesses (window_start);

do $$
declare name text;
begin
  foreach name in array array['login_challenges', 'code_sends', 'authenticators', 'passkeys', 'passkey_plans', 'recovery_codes', 'password_keys', 'known_devices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
-- Looked up before a firm is known, by the server's own role alone.
alter table passkey_asks enable row level security;
