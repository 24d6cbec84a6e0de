-- Lessons, how far each person is in them, and what was assigned to whom.

-- The number of the last change of lessons, of the vendor's and of all firms: one for all, as nobody's lessons are a person's own.
create table lesson_clock (
  is_one boolean primary key default true check (is_one),
  seq bigint not null
);
insert into lesson_clock (seq) values (0);

-- The curriculum is the vendor's: of no firm, read by every firm whose subscriptions allow it, written by operators alone.
create table lesson_categories (
  id uuid primary key,
  name text not null check (name <> '' and char_length(name) <= 100),
  description text not null default '' check (char_length(description) <= 500),
  position integer not null,
  state text not null default 'published' check (state in ('draft', 'published', 'archived'))
);
create table lessons (
  id uuid primary key,
  category_id uuid not null references lesson_categories (id),
  number integer not null check (number > 0),
  title text not null check (title <> '' and char_length(title) <= 100),
  description text not null default '',
  homework text not null default '',
  handle text not null unique,
  -- how the video host knows it
  host_id text not null default '',
  -- the file of its video, kept for all firms
  video_id uuid,
  -- how long the video is, in whole seconds
  seconds integer not null default 0 check (seconds between 0 and 86400),
  -- the spoken text; and with its times, as WebVTT
  transcript text not null default '',
  captions text not null default '',
  worksheet_id uuid,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived')),
  position integer not null,
  revision bigint not null default 1,
  changed_at timestamptz not null default now(),
  -- for the first time: from then on devices may have it, and are told what becomes of it
  published_at timestamptz,
  -- what was watched before then still counts
  archived_at timestamptz,
  seq bigint not null,
  check (state <> 'published' or published_at is not null),
  check ((state = 'archived') = (archived_at is not null))
);
create index lessons_by_category on lessons (category_id, position);
create index lessons_feed on lessons (seq);
create index lessons_by_video on lessons (video_id) where video_id is not null;

-- Firm Content: lessons of one firm.
create table firm_lessons (
  org_id uuid not null references orgs (id),
  id uuid not null,
  host_id text not null default '',
  title text not null check (title <> '' and char_length(title) <= 100),
  description text not null default '' check (char_length(description) <= 110),
  video_id uuid,
  seconds integer not null default 0 check (seconds between 0 and 86400),
  captions text not null default '',
  state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  made_by uuid,
  made_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  archived_at timestamptz,
  seq bigint not null,
  primary key (org_id, id),
  check ((state = 'archived') = (archived_at is not null)),
  foreign key (org_id, made_by) references users (org_id, id)
);
create index firm_lessons_feed on firm_lessons (org_id, seq);
create unique index firm_lessons_by_host on firm_lessons (org_id, host_id) where host_id <> '';
create index firm_lessons_by_video on firm_lessons (org_id, video_id) where video_id is not null;
create index firm_lessons_by_maker on firm_lessons (org_id, made_by);

-- The number of the last change in what a person has of lessons: progress and assignments.
create table lesson_clocks (
  org_id uuid not null references orgs (id),
  user_id uuid not null,
  seq bigint not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
) with (fillfactor = 50);

-- What was really played: `lesson_id` is one of the curriculum's or of the firm's. No index knows what every report changes.
create table lesson_progress (
  org_id uuid not null references orgs (id),
  user_id uuid not null,
  lesson_id uuid not null,
  -- [[from, to], …] in whole seconds, in order, none touching the next
  ranges jsonb not null,
  -- of these ranges
  seconds integer not null check (seconds >= 0),
  -- the second at which playing goes on
  resume integer not null check (resume >= 0),
  watched_at timestamptz not null,
  reported_at timestamptz not null default now(),
  done_at timestamptz,
  seq bigint not null,
  primary key (org_id, user_id, lesson_id),
  foreign key (org_id, user_id) references users (org_id, id)
) with (fillfactor = 70);
create index lesson_progress_by_lesson on lesson_progress (org_id, lesson_id);

-- What was assigned to a person: a lesson or a category. `group_id`: with all of that group.
create table lesson_assignments (
  org_id uuid not null references orgs (id),
  id uuid not null,
  user_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  group_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamptz not null default now(),
  -- taken back; devices that have it are told
  ended_at timestamptz,
  seq bigint not null,
  primary key (org_id, id),
  check (num_nonnulls(lesson_id, category_id) = 1),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, assigned_by) references users (org_id, id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete set null (group_id)
);
create unique index lesson_assignments_of_lesson on lesson_assignments (org_id, user_id, lesson_id) where lesson_id is not null;
create unique index lesson_assignments_of_category on lesson_assignments (org_id, user_id, category_id) where category_id is not null;
create index lesson_assignments_by_maker on lesson_assignments (org_id, assigned_by);
create index lesson_assignments_by_group on lesson_assignments (org_id, group_id) where group_id is not null;
create index lesson_assignments_by_due on lesson_assignments (org_id, due) where ended_at is null and due is not null;

do $$
declare name text;
begin
  foreach name in array array['firm_lessons', 'lesson_clocks', 'lesson_progress', 'lesson_assignments'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
  foreach name in array array['lesson_clock', 'lesson_categories', 'lessons'] loop
    execute format('revoke all on %I from pursuit_app', name);
    execute format('grant select on %I to pursuit_app', name);
  end loop;
end $$;
-- What was never published is nobody's to read but the operators', who ask as the system.
alter table lesson_categories enable row level security;
create policy told on lesson_categories for select using (state <> 'draft');
alter table lessons enable row level security;
create policy told on lessons for select using (published_at is not null);

-- The one clock as each person's.
create view lesson_clock_of_all with (security_invoker = true) as
  select u.org_id, u.id as user_id, c.seq from users u cross join lesson_clock c;
