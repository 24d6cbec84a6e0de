-- Assets: PDFs of a firm, who may open each, what is read in them, and who opened them.

create table assets (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  file_id uuid not null,
  thumbnail_id uuid,
  version integer not null default 1,
  pages integer not null,
  everyone boolean not null default false,
  tags text[] not null default '{}',
  owner_id uuid,
  review_on date,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (org_id, id),
  foreign key (org_id, file_id) references files
);
create unique index assets_by_file on assets (org_id, file_id);
create index assets_deleted on assets (deleted_at) where deleted_at is not null;
create index assets_to_review on assets (review_on) where review_on is not null and deleted_at is null;
alter table assets enable row level security;
create policy own_firm on assets using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_people (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  primary key (org_id, asset_id, user_id),
  foreign key (org_id, asset_id) references assets on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index asset_people_by_user on asset_people (org_id, user_id, asset_id);
alter table asset_people enable row level security;
create policy own_firm on asset_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_groups (
  org_id uuid not null,
  asset_id uuid not null,
  group_id uuid not null,
  primary key (org_id, asset_id, group_id),
  foreign key (org_id, asset_id) references assets on delete cascade,
  foreign key (org_id, group_id) references groups on delete cascade
);
create index asset_groups_by_group on asset_groups (org_id, group_id, asset_id);
alter table asset_groups enable row level security;
create policy own_firm on asset_groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- What a person made of one for themselves: kept at hand, or taken off their list.
create table asset_marks (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  is_favourite boolean not null default false,
  is_hidden boolean not null default false,
  primary key (org_id, asset_id, user_id),
  foreign key (org_id, asset_id) references assets on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index asset_marks_by_user on asset_marks (org_id, user_id, asset_id);
alter table asset_marks enable row level security;
create policy own_firm on asset_marks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- The number is that of the file's content in files and file_versions.
create table asset_versions (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  pages integer not null,
  bytes bigint not null,
  thumbnail_id uuid,
  made_by uuid,
  made_at timestamptz not null default now(),
  restored_from integer,
  primary key (org_id, asset_id, version),
  foreign key (org_id, asset_id) references assets on delete cascade
);
alter table asset_versions enable row level security;
create policy own_firm on asset_versions using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- The firm is a word of its own among the words, so that one index finds both.
create table asset_pages (
  org_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  primary key (org_id, asset_id, version, page),
  foreign key (org_id, asset_id, version) references asset_versions on delete cascade
);
create index asset_pages_by_word on asset_pages using gin (words);
alter table asset_pages enable row level security;
create policy own_firm on asset_pages using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table asset_readers (
  org_id uuid not null,
  asset_id uuid not null,
  user_id uuid not null,
  version integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (org_id, asset_id, user_id, version),
  foreign key (org_id, asset_id) references assets on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index asset_readers_by_user on asset_readers (org_id, user_id);
alter table asset_readers enable row level security;
create policy own_firm on asset_readers using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
