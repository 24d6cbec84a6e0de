-- Digests: what they look like, to whom they go, when, and what became of each mail.

create table style_templates (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  color text not null default '#15397E',
  image_selected boolean not null default false,
  logo_id uuid,
  -- pixels
  logo_width integer,
  logo_height integer,
  image_id uuid,
  image_width integer,
  image_height integer,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (org_id, id),
  check (num_nulls(logo_id, logo_width, logo_height) in (0, 3)),
  check (num_nulls(image_id, image_width, image_height) in (0, 3))
);
alter table style_templates enable row level security;
create policy own_firm on style_templates using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table distribution_lists (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null,
  revision integer not null default 0,
  modified_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (org_id, id)
);
create unique index distribution_lists_by_name on distribution_lists (org_id, lower(name));
alter table distribution_lists enable row level security;
create policy own_firm on distribution_lists using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table distribution_list_people (
  org_id uuid not null,
  list_id uuid not null,
  user_id uuid not null,
  primary key (org_id, list_id, user_id),
  foreign key (org_id, list_id) references distribution_lists on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index distribution_list_people_by_user on distribution_list_people (org_id, user_id, list_id);
alter table distribution_list_people enable row level security;
create policy own_firm on distribution_list_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Whoever is in the group when the digest goes.
create table distribution_list_groups (
  org_id uuid not null,
  list_id uuid not null,
  group_id uuid not null,
  primary key (org_id, list_id, group_id),
  foreign key (org_id, list_id) references distribution_lists on delete cascade,
  foreign key (org_id, group_id) references groups on delete cascade
);
create index distribution_list_groups_by_group on distribution_list_groups (org_id, group_id, list_id);
alter table distribution_list_groups enable row level security;
create policy own_firm on distribution_list_groups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digests (
  org_id uuid not null references orgs,
  id uuid not null,
  title text not null,
  curated_by text not null,
  description text not null,
  -- of the first run, on the firm's clocks: 'YYYY-MM-DD HH:mm:ss'; empty in a draft that has none yet
  start text not null default '',
  frequency smallint not null default 1 check (frequency between 1 and 5),
  template_id uuid,
  auto_populate boolean not null default false,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'paused', 'cancelled')),
  -- which run since its start is next, from 0 on, and when it is; none where nothing follows
  next_run integer not null default 0,
  next_at timestamptz,
  -- runs so far
  made integer not null default 0,
  author_id uuid,
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, author_id) references users
);
create index digests_due on digests (next_at) where status = 'scheduled';
create index digests_by_time on digests (org_id, created_at desc, id desc);
create index digests_by_template on digests (org_id, template_id);
create index digests_by_author on digests (org_id, author_id);
alter table digests enable row level security;
create policy own_firm on digests using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- In their order. A content of the library has its id; a link from outside is kept whole.
create table digest_items (
  org_id uuid not null,
  digest_id uuid not null,
  position integer not null,
  content_id uuid,
  link jsonb,
  is_auto boolean not null default false,
  primary key (org_id, digest_id, position),
  check (num_nonnulls(content_id, link) = 1),
  foreign key (org_id, digest_id) references digests on delete cascade
);
alter table digest_items enable row level security;
create policy own_firm on digest_items using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_people (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  primary key (org_id, digest_id, user_id),
  foreign key (org_id, digest_id) references digests on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index digest_people_by_user on digest_people (org_id, user_id, digest_id);
alter table digest_people enable row level security;
create policy own_firm on digest_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_lists (
  org_id uuid not null,
  digest_id uuid not null,
  list_id uuid not null,
  primary key (org_id, digest_id, list_id),
  foreign key (org_id, digest_id) references digests on delete cascade,
  foreign key (org_id, list_id) references distribution_lists on delete cascade
);
create index digest_lists_by_list on digest_lists (org_id, list_id, digest_id);
alter table digest_lists enable row level security;
create policy own_firm on digest_lists using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_runs (
  org_id uuid not null,
  id uuid not null,
  digest_id uuid not null,
  -- of this digest each number once: of two who begin a run one does
  number integer not null,
  state text not null default 'sending' check (state in ('sending', 'done', 'nothing_new')),
  -- what the items of its mail are, in their order; the mail itself stands in digest_mails
  keys text[] not null,
  -- why nobody is being sent anything at the moment
  problem text not null default '',
  rests_until timestamptz,
  at timestamptz not null,
  ended_at timestamptz,
  -- once it is over: how many came to what
  counts jsonb,
  primary key (org_id, id),
  foreign key (org_id, digest_id) references digests on delete cascade
);
create unique index digest_runs_by_number on digest_runs (org_id, digest_id, number);
create index digest_runs_open on digest_runs (at) where state = 'sending';
create index digest_runs_by_digest on digest_runs (org_id, digest_id, at desc);
alter table digest_runs enable row level security;
create policy own_firm on digest_runs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

create table digest_recipients (
  org_id uuid not null,
  run_id uuid not null,
  user_id uuid not null,
  email text not null,
  name text not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'doubt', 'skipped')),
  -- why it failed, or why nothing was to be sent
  problem text not null default '',
  -- places in the run's mail, from 0 on
  items smallint[] not null default '{}',
  -- as the mail says why they get it
  why text not null default '',
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  primary key (org_id, run_id, user_id),
  foreign key (org_id, run_id) references digest_runs on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index digest_recipients_waiting on digest_recipients (org_id, run_id, next_try_at) where state in ('waiting', 'sending');
create index digest_recipients_failed on digest_recipients (moved_at) where state = 'failed';
create index digest_recipients_by_user on digest_recipients (org_id, user_id, run_id);
alter table digest_recipients enable row level security;
create policy own_firm on digest_recipients using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
