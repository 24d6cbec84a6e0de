-- What is assigned to a group: who joins it later has it too.
create table lesson_group_assignments (
  org_id uuid not null references orgs (id),
  id uuid not null,
  group_id uuid not null,
  lesson_id uuid,
  category_id uuid,
  assigned_by uuid not null,
  due date,
  assigned_at timestamptz not null default now(),
  -- taken back
  ended_at timestamptz,
  primary key (org_id, id),
  check (num_nonnulls(lesson_id, category_id) = 1),
  foreign key (org_id, assigned_by) references users (org_id, id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade
);
create unique index lesson_group_assignments_of_lesson on lesson_group_assignments (org_id, group_id, lesson_id) where lesson_id is not null;
create unique index lesson_group_assignments_of_category on lesson_group_assignments (org_id, group_id, category_id) where category_id is not null;
create index lesson_group_assignments_by_maker on lesson_group_assignments (org_id, assigned_by);
alter table lesson_group_assignments enable row level security;
create policy own_firm on lesson_group_assignments using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- It ended as the person left the group that they had it with: whoever comes back has it again.
alter table lesson_assignments add column left_group boolean not null default false;

-- To whom one lesson, or one category, is assigned.
create index lesson_assignments_by_lesson on lesson_assignments (org_id, lesson_id) where ended_at is null and lesson_id is not null;
create index lesson_assignments_by_category on lesson_assignments (org_id, category_id) where ended_at is null and category_id is not null;
