-- The Library of Insights: what a firm gives its people to read, watch and listen to. What the vendor publishes ('bd') is of the operators' own
-- firm, with `is_for_all`: every firm reads it, none but its own writes it.

create table content_sections (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null check (name <> '' and char_length(name) <= 60),
  position integer not null,
  is_for_all boolean not null default false,
  primary key (org_id, id)
);
create index content_sections_for_all on content_sections (id) where is_for_all;

create table contents (
  org_id uuid not null references orgs (id),
  id uuid not null,
  section_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '' check (char_length(description) <= 300),
  content_type text not null check (content_type in ('video', 'audio', 'blog', 'others')),
  kind text not null check (kind in ('document', 'podcast', 'event', 'guide', 'whitepaper', 'FAQ', 'video')),
  -- a video's is the id of its row in videos too
  file_id uuid,
  -- what was sent with it, or page 1 of a PDF
  thumbnail_id uuid,
  -- page 1 of its PDF stands for it, until somebody sends a picture
  is_thumbnail_made boolean not null default false,
  blog_url text not null default '',
  seconds integer not null default 0 check (seconds >= 0),
  pages integer not null default 0,
  event_at timestamptz,
  -- may go outside of the firm
  allow_external boolean not null default false,
  everyone boolean not null default true,
  is_for_all boolean not null default false,
  -- from this day on it is shown to nobody but who looks after it
  expires date,
  review_on date,
  review_owner uuid,
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  revision integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, section_id) references content_sections (org_id, id),
  foreign key (org_id, file_id) references files (org_id, id),
  foreign key (org_id, thumbnail_id) references files (org_id, id),
  check ((content_type = 'blog') = (file_id is null)),
  check ((content_type = 'blog') = (blog_url <> ''))
);
create index contents_for_all on contents (id) where is_for_all;
create index contents_by_section on contents (org_id, section_id);
create unique index contents_by_file on contents (org_id, file_id) where file_id is not null;
create index contents_by_thumbnail on contents (org_id, thumbnail_id) where thumbnail_id is not null;
create index contents_to_review on contents (review_on) where review_on is not null;

-- `user_id`: the favourites of one person, which are no words of the firm's; what is in them, content_marks says.
create table tags (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null check (name <> '' and char_length(name) <= 60),
  is_for_all boolean not null default false,
  user_id uuid,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index tags_for_all on tags (id) where is_for_all;
create unique index tags_by_name on tags (org_id, is_for_all, lower(name)) where user_id is null;
create unique index tags_of_favourites on tags (org_id, user_id) where user_id is not null;

create table content_tags (
  org_id uuid not null,
  content_id uuid not null,
  tag_id uuid not null,
  primary key (org_id, content_id, tag_id),
  foreign key (org_id, content_id) references contents (org_id, id) on delete cascade,
  foreign key (org_id, tag_id) references tags (org_id, id) on delete cascade
);
create index content_tags_by_tag on content_tags (org_id, tag_id);

create table content_people (
  org_id uuid not null,
  content_id uuid not null,
  user_id uuid not null,
  primary key (org_id, content_id, user_id),
  foreign key (org_id, content_id) references contents (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index content_people_by_user on content_people (org_id, user_id, content_id);

create table content_groups (
  org_id uuid not null,
  content_id uuid not null,
  group_id uuid not null,
  primary key (org_id, content_id, group_id),
  foreign key (org_id, content_id) references contents (org_id, id) on delete cascade,
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade
);
create index content_groups_by_group on content_groups (org_id, group_id, content_id);

-- What a person made of one, of the firm's or of the vendor's: a heart, and when they opened it first and last. Devices keep it.
create table content_marks (
  org_id uuid not null,
  user_id uuid not null,
  content_id uuid not null,
  is_favourite boolean not null default false,
  viewed_at timestamptz,
  last_viewed_at timestamptz,
  seq bigint not null,
  primary key (org_id, user_id, content_id),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index content_marks_feed on content_marks (org_id, user_id, seq);
create index content_marks_by_content on content_marks (content_id);

-- What stands on the pages of a PDF. The firm is a word of its own among the words, so that one index finds both.
create table content_pages (
  org_id uuid not null,
  content_id uuid not null,
  page integer not null,
  text text not null,
  words tsvector not null,
  primary key (org_id, content_id, page),
  foreign key (org_id, content_id) references contents (org_id, id) on delete cascade
);
create index content_pages_by_word on content_pages using gin (words);

do $$
declare name text;
begin
  foreach name in array array['content_sections', 'contents', 'tags', 'content_tags', 'content_people', 'content_groups', 'content_marks', 'content_pages'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
  foreach name in array array['content_sections', 'contents', 'tags'] loop
    execute format('create policy for_all on %I for select using (is_for_all)', name);
  end loop;
end $$;
create policy for_all on content_tags for select
  using (exists (select from contents c where c.org_id = content_tags.org_id and c.id = content_id and c.is_for_all));
