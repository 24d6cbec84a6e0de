-- Sign-on as real providers do it: who somebody is at a provider, trying a provider before it goes live, and sessions that know theirs.

-- Who a person is at an issuer, as of the first sign-on: from then on this is matched, and no longer the address.
create table sign_on_subjects (
  org_id uuid not null,
  issuer text not null,
  -- 'oid <tid> <oid>' where the provider gives both, and 'sub <sub>' otherwise
  key text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, issuer, key),
  unique (org_id, issuer, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index sign_on_subjects_by_user on sign_on_subjects (org_id, user_id);

alter table sign_on_providers
  -- an address whose claim of proof is missing counts as verified: a single-tenant provider speaks for its own addresses
  add column takes_absent boolean not null default true,
  -- also one that the provider says is not verified
  add column takes_unverified boolean not null default false,
  -- the claims of the last sign-on that an admin tried; null: none since issuer and client id are what they are
  add column tried jsonb,
  add column tried_id uuid,
  add column tried_at timestamptz;
create unique index sign_on_providers_by_id on sign_on_providers (id);

-- Whether an attempt is an admin's try, which signs nobody in.
alter table sign_on_attempts add column is_try boolean not null default false;

-- The provider's own session, and who it is there: what a logout at the provider names.
alter table sign_on_keys add column sid text, add column subject text not null default '';
alter table sessions
  add column provider_id uuid,
  add column provider_sid text,
  add column provider_subject text;
create index sessions_by_provider on sessions (org_id, provider_id, provider_subject) where provider_id is not null;

-- Logout tokens that were taken: none is taken twice.
create table sign_on_logouts (
  org_id uuid not null,
  jti_hash bytea not null,
  provider_id uuid not null,
  taken_at timestamptz not null default now(),
  primary key (org_id, jti_hash),
  foreign key (org_id, provider_id) references sign_on_providers (org_id, id) on delete cascade
);
create index sign_on_logouts_by_provider on sign_on_logouts (org_id, provider_id);
create index sign_on_logouts_by_age on sign_on_logouts (taken_at);

do $$
declare name text;
begin
  foreach name in array array['sign_on_subjects', 'sign_on_logouts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
