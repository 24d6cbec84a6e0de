-- What sessions say of themselves, for the list of one's devices and for working as somebody else; and the firm's audit log.

alter table sessions
  add column id uuid not null default gen_random_uuid(),
  -- 'Chrome on Windows', and the address it was last used from
  add column device text not null default '',
  add column address text not null default '',
  -- who works here as this person, while switched: of the same firm, or an operator of another one
  add column by_org_id uuid,
  add column by_user_id uuid,
  add column by_name text not null default '',
  -- the hash of the single-use token that leads back
  add column revert_hash bytea;
create unique index sessions_by_id on sessions (org_id, id);

-- Who did what in the firm's administration and to whose account. Only ever added to.
create table audit_log (
  org_id uuid not null references orgs (id),
  id uuid not null,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_name text not null,
  -- the one who worked as the actor, while switched; '' otherwise
  by_name text not null default '',
  -- a stable word such as 'person.invited': see features/admin/client/auditWords.ts for the sentence
  action text not null,
  -- whom or what it was done to
  subject_id uuid,
  subject text not null default '',
  details jsonb not null default '{}',
  address text not null default '',
  primary key (org_id, id)
);
create index audit_log_by_time on audit_log (org_id, at desc, id desc);
create index audit_log_by_subject on audit_log (org_id, subject_id, at desc);

alter table audit_log enable row level security;
create policy own_firm on audit_log using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
revoke update, delete on audit_log from pursuit_app;
