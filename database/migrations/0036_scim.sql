-- Provisioning by SCIM 2.0: a firm's directory makes, changes and deactivates its people and groups here.
create table scim_tokens (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null,
  token_hash bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (org_id, id),
  unique (org_id, token_hash)
);
alter table scim_tokens enable row level security;
create policy own_firm on scim_tokens using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

alter table users
  -- what the directory calls a person, where it is not the e-mail; and its own key of them
  add column scim_user_name text,
  add column scim_external_id text,
  -- deleted by the directory: deactivated here, and no longer shown to it
  add column is_scim_gone boolean not null default false,
  add column modified_at timestamptz not null default now();
create unique index users_by_scim_name on users (org_id, lower(scim_user_name)) where scim_user_name is not null and not is_scim_gone;
create index users_by_scim_id on users (org_id, scim_external_id) where scim_external_id is not null;
create index users_by_email on users (org_id, lower(email));

alter table groups
  add column scim_external_id text,
  add column modified_at timestamptz not null default now();
create index groups_by_scim_id on groups (org_id, scim_external_id) where scim_external_id is not null;

alter table orgs
  -- whose the targets become of somebody whom the directory deactivates: the person's manager and else the heir, or always the heir
  add column leaves_to text not null default 'manager' check (leaves_to in ('manager', 'heir')),
  add column heir_id uuid;
