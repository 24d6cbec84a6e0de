-- Single sign-on: a firm's domains and providers, and sign-ons under way.

-- A domain that a firm says is its own; proved by a DNS record or by an operator.
create table firm_domains (
  org_id uuid not null references orgs (id),
  id uuid not null,
  domain text not null,
  -- what the TXT record has to say
  token text not null,
  proved_at timestamptz,
  how text check (how in ('dns', 'operator')),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, domain),
  check ((proved_at is null) = (how is null))
);

-- Whose a proved domain is: looked up before any firm is known, so it belongs to none.
create table domain_directory (
  domain text primary key,
  org_id uuid not null
);
create index domain_directory_by_firm on domain_directory (org_id, domain);

create table sign_on_providers (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null default '',
  -- sealed with the server's key; null: none was given yet
  client_secret bytea,
  -- whose people it signs in; each has to be proved as well
  domains text[] not null default '{}',
  is_on boolean not null default false,
  -- people without an account get one with their first sign-on
  makes_people boolean not null default false,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

-- A sign-on on its way to the provider and back: ten minutes, one use, one browser.
create table sign_on_attempts (
  org_id uuid not null,
  state_hash bytea not null,
  provider_id uuid not null,
  -- of the cookie that the browser was given
  browser_hash bytea not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  expires_at timestamptz not null,
  primary key (org_id, state_hash),
  foreign key (org_id, provider_id) references sign_on_providers (org_id, id) on delete cascade
);
create index sign_on_attempts_by_age on sign_on_attempts (org_id, expires_at);
create index sign_on_attempts_by_provider on sign_on_attempts (org_id, provider_id);

-- What a browser that came back swaps for a session: one minute, one use, the same browser.
create table sign_on_keys (
  org_id uuid not null,
  key_hash bytea not null,
  user_id uuid not null,
  provider_id uuid not null,
  browser_hash bytea not null,
  expires_at timestamptz not null,
  primary key (org_id, key_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade,
  foreign key (org_id, provider_id) references sign_on_providers (org_id, id) on delete cascade
);
create index sign_on_keys_by_age on sign_on_keys (org_id, expires_at);
create index sign_on_keys_by_user on sign_on_keys (org_id, user_id);
create index sign_on_keys_by_provider on sign_on_keys (org_id, provider_id);

do $$
declare name text;
begin
  foreach name in array array['firm_domains', 'sign_on_providers', 'sign_on_attempts', 'sign_on_keys'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
alter table domain_directory enable row level security;

-- The one way in which a firm writes to the directory: for itself. Says whether the domain is the firm's now.
create function claim_domain(given text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  firm uuid := current_setting('app.org_id')::uuid;
begin
  insert into public.domain_directory (domain, org_id) values (given, firm) on conflict (domain) do nothing;
  return exists (select 1 from public.domain_directory d where d.domain = given and d.org_id = firm);
end $$;
create function release_domain(given text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as
$$ delete from public.domain_directory where domain = given and org_id = current_setting('app.org_id')::uuid $$;
revoke execute on function claim_domain(text), release_domain(text) from public;
grant execute on function claim_domain(text), release_domain(text) to pursuit_app;

-- Domains that operators gave to firms until now.
insert into domain_directory (domain, org_id)
select distinct on (lower(d)) lower(d), o.id from orgs o, unnest(o.domains) d order by lower(d), o.created_at
on conflict do nothing;
insert into firm_domains (org_id, id, domain, token, proved_at, how)
select org_id, gen_random_uuid(), domain, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now(), 'operator' from domain_directory;
