-- What was found out about external links, with the picture that is shown of each. What nobody took is removed after some days.
create table link_previews (
  org_id uuid not null references orgs,
  id uuid not null,
  url text not null,
  provider text not null,
  title text not null,
  description text not null,
  seconds integer,
  picture_id uuid,
  width integer,
  height integer,
  made_by uuid not null,
  made_at timestamptz not null,
  is_taken boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, picture_id) references files
);
create index link_previews_by_person on link_previews (org_id, made_by, made_at);
create index link_previews_left on link_previews (made_at) where not is_taken;
create index link_previews_by_picture on link_previews (org_id, picture_id) where picture_id is not null;
alter table link_previews enable row level security;
create policy own_firm on link_previews using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Tokens of other services for an hour, of this installation and no firm's: sealed, and only for work of the system.
create table service_tokens (
  service text primary key,
  sealed bytea not null,
  made_at timestamptz not null
);
alter table service_tokens enable row level security;
revoke all on service_tokens from pursuit_app;
