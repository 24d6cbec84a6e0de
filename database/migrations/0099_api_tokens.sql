-- Tokens by which a firm's own programs are let in, each to what its scopes say, until its last instant.
create table api_tokens (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  made_by text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- the last day on which it was used, in UTC
  used_on date,
  primary key (org_id, id),
  unique (org_id, token_hash)
);
alter table api_tokens enable row level security;
create policy own_firm on api_tokens using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
