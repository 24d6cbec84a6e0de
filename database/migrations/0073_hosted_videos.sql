-- What a hosting service has of the videos, where one is configured: a copy that plays while the service says so. Ours stay.
create table hosted_videos (
  org_id uuid not null references orgs (id),
  file_id uuid not null,
  -- of the file: another one is another copy
  version integer not null,
  is_for_all boolean not null,
  -- null while it is on its way
  hosted_id text,
  urls jsonb not null default '[]' check (jsonb_typeof(urls) = 'array'),
  is_ready boolean not null default false,
  begun_at timestamptz not null default now(),
  -- when the service said so last
  seen_at timestamptz,
  -- as of when the service has its name
  described_at timestamptz,
  -- no key into videos: what is to be removed at the service outlives its video here
  primary key (org_id, file_id, version)
);
revoke all on hosted_videos from pursuit_app;
grant select on hosted_videos to pursuit_app;
alter table hosted_videos enable row level security;
create policy own_firm on hosted_videos using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy for_all on hosted_videos for select using (is_for_all);
