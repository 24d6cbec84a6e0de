-- What the vendor publishes is one file for every firm: its kind says so when it is kept.
alter table files add column is_for_all boolean not null default false;
create index files_for_all on files (id) where is_for_all;
create policy for_all on files for select using (is_for_all);

-- What a film is, told by its bytes, and what belongs to it. Its file stays the same when its bytes are replaced.
create table videos (
  org_id uuid not null,
  file_id uuid not null,
  -- what callers of the media calls know it by
  public_id text not null,
  -- Firm Content of its firm; not a lesson of the curriculum
  is_of_firm boolean not null,
  is_for_all boolean not null default false,
  name text not null,
  description text not null default '',
  seconds double precision not null check (seconds > 0),
  width integer not null,
  height integer not null,
  video_codec text not null,
  audio_codec text,
  -- which people can't watch it, as a sentence
  trouble text,
  poster_id uuid,
  -- WebVTT of ours
  captions text,
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (org_id, file_id),
  unique (org_id, public_id),
  foreign key (org_id, file_id) references files,
  foreign key (org_id, poster_id) references files
);
create index videos_for_all on videos (file_id) where is_for_all;
create index videos_by_poster on videos (org_id, poster_id) where poster_id is not null;
alter table videos enable row level security;
create policy own_firm on videos using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy for_all on videos for select using (is_for_all);

-- The key by which a firm's own programs reach its videos.
create table video_keys (
  org_id uuid not null primary key references orgs (id),
  token_hash bytea not null,
  made_by uuid,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
alter table video_keys enable row level security;
create policy own_firm on video_keys using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
