-- Worksheets of lessons, what each person answers, and what is said about it.

-- A worksheet is the vendor's, as its lesson is: of no firm, written by operators alone.
create table worksheets (
  id uuid primary key,
  lesson_id uuid not null unique references lessons (id),
  -- what is filled in now; earlier ones stay readable with their answers
  version integer not null check (version > 0),
  seq bigint not null
);
create index worksheets_feed on worksheets (seq);
create table worksheet_versions (
  worksheet_id uuid not null references worksheets (id),
  version integer not null check (version > 0),
  instructions text not null default '' check (char_length(instructions) <= 2000),
  -- [{key, text}, …]: the columns and the rows; a cell is named '<key of the row>.<key of the column>'
  questions jsonb not null,
  parameters jsonb not null,
  made_at timestamptz not null default now(),
  primary key (worksheet_id, version)
);

-- The number of the last change in a person's answers.
create table worksheet_clocks (
  org_id uuid not null references orgs (id),
  user_id uuid not null,
  seq bigint not null,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references users (org_id, id)
) with (fillfactor = 50);

-- That a person has something on a worksheet: answers or comments.
create table worksheet_answers (
  org_id uuid not null references orgs (id),
  user_id uuid not null,
  worksheet_id uuid not null references worksheets (id),
  -- by a manager, since the last answer
  returned_at timestamptz,
  seq bigint not null,
  primary key (org_id, user_id, worksheet_id),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index worksheet_answers_by_worksheet on worksheet_answers (worksheet_id);

-- What stands in each cell.
create table worksheet_cells (
  org_id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null check (char_length(name) <= 20),
  value text not null check (char_length(value) <= 5000),
  -- when it was written, on the clock of the device at most the server's
  at timestamptz not null,
  primary key (org_id, user_id, worksheet_id, version, name),
  foreign key (org_id, user_id, worksheet_id) references worksheet_answers (org_id, user_id, worksheet_id),
  foreign key (worksheet_id, version) references worksheet_versions (worksheet_id, version)
);
create index worksheet_cells_by_version on worksheet_cells (worksheet_id, version);

-- Everything that was ever written into a cell, in the order in which it came.
create table worksheet_writings (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null,
  value text not null,
  at timestamptz not null,
  -- as the list of devices names it
  device text not null default '',
  primary key (org_id, id),
  foreign key (org_id, user_id, worksheet_id) references worksheet_answers (org_id, user_id, worksheet_id)
);
create index worksheet_writings_by_sheet on worksheet_writings (org_id, user_id, worksheet_id, id);

-- What a manager says about a person's answers, and what the person says to it. `name`: the cell, '' for all of it.
create table worksheet_comments (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  worksheet_id uuid not null,
  version integer not null,
  name text not null default '',
  text text not null check (char_length(text) <= 2000),
  is_return boolean not null default false,
  by_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id, worksheet_id) references worksheet_answers (org_id, user_id, worksheet_id),
  foreign key (org_id, by_id) references users (org_id, id)
);
create index worksheet_comments_by_sheet on worksheet_comments (org_id, user_id, worksheet_id, id);
create index worksheet_comments_by_maker on worksheet_comments (org_id, by_id);

do $$
declare name text;
begin
  foreach name in array array['worksheet_clocks', 'worksheet_answers', 'worksheet_cells', 'worksheet_writings', 'worksheet_comments'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
  foreach name in array array['worksheets', 'worksheet_versions'] loop
    execute format('revoke all on %I from pursuit_app', name);
    execute format('grant select on %I to pursuit_app', name);
    execute format('alter table %I enable row level security', name);
  end loop;
end $$;
-- With its lesson, whose own policy leaves out what was never published.
create policy told on worksheets for select using (exists (select from lessons l where l.id = lesson_id));
create policy told on worksheet_versions for select using (exists (select from worksheets w where w.id = worksheet_id));
