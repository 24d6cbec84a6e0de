-- A telephone number that codes are to go to, until the code that was sent to it is given back. The token that the code's hash takes is
-- on the device that gave the password, and nowhere else.
create table phone_plans (
  org_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  phone text not null,
  code_hash bytea not null,
  sent_at timestamptz not null,
  -- since the newest code was sent
  tries int not null default 0,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index phone_plans_by_age on phone_plans (sent_at);
alter table phone_plans enable row level security;
create policy own_firm on phone_plans using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
