-- Firms, people, sessions, the once-only door, and the Tracker.
-- Every table of a firm's data has org_id first in its keys; row level security is the second lock (see the end).

create table orgs (
  id uuid primary key,
  name text not null,
  category_name text not null default 'Firm',
  -- org access: 'yes' lets managers look at the whole firm
  access text not null default 'no',
  time_zone text not null default 'America/Los_Angeles',
  domains text[] not null default '{}',
  subscriptions jsonb not null,
  created_at timestamptz not null default now()
);

create table users (
  org_id uuid not null references orgs (id),
  id uuid not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text not null default '',
  role text not null check (role in ('member', 'admin', 'operator')),
  password_hash text,
  settings jsonb not null default '{}',
  -- revenue won this year before the person started here
  ytd_before numeric(14, 2) not null default 0,
  ytd_before_year int,
  deactivated_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index users_by_name on users (org_id, last_name, first_name, id);

-- Which firm an address signs in to: looked up before any firm is known, so it belongs to none.
create table login_directory (
  email text primary key,
  org_id uuid not null,
  user_id uuid not null
);

create table sessions (
  org_id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (org_id, token_hash),
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index sessions_by_user on sessions (org_id, user_id);

-- Counted tries per account, per address and over all, in fixed windows.
create table guesses (
  scope text not null,
  subject text not null,
  window_start timestamptz not null,
  tries int not null,
  primary key (scope, subject, window_start)
);

create table groups (
  org_id uuid not null references orgs (id),
  id uuid not null,
  name text not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);
create table group_members (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index group_members_by_user on group_members (org_id, user_id, group_id);
-- member_access: who may read and act on the targets of a group's people
create table group_managers (
  org_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (org_id, group_id, user_id),
  foreign key (org_id, group_id) references groups (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id) on delete cascade
);
create index group_managers_by_user on group_managers (org_id, user_id, group_id);

-- One row per change a client asked for: the first answer is given again to the same key.
create table once_only (
  org_id uuid not null,
  user_id uuid not null,
  key uuid not null,
  fingerprint bytea not null,
  status int,
  answer text,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id, key)
);
create index once_only_by_age on once_only (created_at);

create table imports (
  org_id uuid not null references orgs (id),
  id uuid not null,
  kind text not null check (kind in ('targets', 'people')),
  user_id uuid not null,
  file_name text not null,
  state text not null check (state in ('uploaded', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  -- header, mapping, counts; what is needed to show and repeat it
  options jsonb not null default '{}',
  total int not null default 0,
  imported int not null default 0,
  refused int not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id)
);
create table import_rows (
  org_id uuid not null,
  import_id uuid not null,
  row_number int not null,
  cells jsonb not null,
  -- what became of it: the row it made, or why it was refused
  made_id uuid,
  reason text,
  primary key (org_id, import_id, row_number),
  foreign key (org_id, import_id) references imports (org_id, id) on delete cascade
);

create table targets (
  org_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  company text not null,
  contact text not null,
  contact_email text not null,
  type text not null check (type in ('client', 'prospect', 'refsource')),
  value text not null check (value in ('L', 'M', 'H')),
  goal text not null,
  status text not null check (status in ('active', 'archived', 'completed', 'lost', 'deleted')),
  phase text not null check (phase in ('pursuing', 'reactivated')),
  -- dollars; -1 Intangible
  projected_revenue numeric(14, 2),
  revenue numeric(14, 2),
  lost_reason text not null,
  is_private boolean not null,
  undo jsonb,
  completed_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  import_id uuid,
  primary key (org_id, id),
  foreign key (org_id, owner_id) references users (org_id, id)
);
create index targets_by_owner on targets (org_id, owner_id, status);
create index targets_in_trash on targets (deleted_at) where status = 'deleted';
create index targets_by_import on targets (org_id, import_id) where import_id is not null;
create statistics targets_owner_in_firm (dependencies) on org_id, owner_id from targets;

-- Who sees a target, and each person's feed of changes: `seq` counts that person's changes without a gap, so that
-- "everything after N" misses nothing whatever the clocks say. `doc` is the target as this person sees it, ready to send,
-- without its opening brace: a list puts the bucket in front of it, and need not read it through (which takes four times as long).
create table target_people (
  org_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  -- null for the owner
  share_id uuid,
  from_id uuid not null,
  response text not null check (response in ('pending', 'accepted', 'rejected', 'revoked')),
  responded_at timestamptz,
  seq bigint not null default 0,
  gone boolean not null default false,
  status text not null default 'active',
  due date,
  doc text,
  primary key (org_id, user_id, target_id),
  foreign key (org_id, user_id) references users (org_id, id)
);
create index target_people_feed on target_people (org_id, user_id, seq);
create index target_people_by_status on target_people (org_id, user_id, status) where not gone;
create index target_people_by_target on target_people (org_id, target_id);

-- The number of the last change in a person's feed; the row's lock makes their order the order of commits.
create table sync_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  primary key (org_id, user_id)
);

create table tasks (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  description text not null,
  help text not null,
  due date not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (org_id, target_id, id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id)
);
-- one open step at a time per person
create unique index tasks_open on tasks (org_id, target_id, user_id) where completed_at is null;

create table notes (
  org_id uuid not null,
  target_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  note text not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (org_id, target_id, id),
  unique (org_id, target_id, user_id),
  unique (org_id, id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references users (org_id, id)
);

-- Who did what and when. Outlives the target: scores of past days are computed from it.
create table target_events (
  org_id uuid not null,
  id uuid not null,
  target_id uuid not null,
  -- who did it, and for whose pipeline it counts
  user_id uuid not null,
  person_id uuid not null,
  kind text not null,
  at timestamptz not null,
  data jsonb not null,
  -- the action it belongs to; events of an action that was taken back count for nothing
  key uuid not null,
  undone boolean not null default false,
  -- the target right after it: status, and each person's open step's due day
  status text not null,
  dues jsonb not null,
  primary key (org_id, id)
);
create index target_events_by_target on target_events (org_id, target_id, id);
create index target_events_by_person on target_events (org_id, person_id, at);
create index target_events_by_key on target_events (org_id, target_id, key);

-- Company names that a firm knows, for suggestions. Private targets add none.
create table companies (
  org_id uuid not null references orgs (id),
  key text not null,
  name text not null,
  targets int not null,
  primary key (org_id, key)
);

-- A target as one person sees it: exactly `Tile` of features/targets/contract.ts but for `bucket`, which depends on today.
create function tile_doc(p_org uuid, p_target uuid, p_user uuid) returns text language plpgsql stable as $$
declare
  answer text;
begin
  select json_build_object(
    'id', t.id, 'user_id', p_user, 'owner_id', t.owner_id, 'owner', trim(o.first_name || ' ' || o.last_name),
    'company', t.company, 'contact', t.contact, 'contact_email', t.contact_email,
    'type', t.type, 'typeterm', case t.type when 'client' then 'Client' when 'prospect' then 'Prospect' else 'Referral Source' end,
    'value', t.value, 'valueterm', case t.value when 'L' then 'Low' when 'M' then 'Medium' else 'High' end,
    'goal', t.goal, 'status', t.status,
    'statusterm', case t.status when 'active' then 'Pursuing' when 'archived' then 'On Hold' when 'completed' then 'Won' when 'lost' then 'Lost' else 'Recently Deleted' end,
    'phase', t.phase,
    'due', case when is_pending then null else (select k.due from tasks k where k.org_id = p_org and k.target_id = t.id and k.user_id = p_user and k.completed_at is null) end,
    'created', to_char(t.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'modified', to_char(t.modified_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'completed', to_char(t.completed_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'completed_formatted', coalesce(to_char(t.completed_at at time zone z.zone, 'Mon FMDD, YYYY'), ''),
    'deleted', to_char(t.deleted_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
    'projected_revenue', t.projected_revenue::float8, 'projected_revenue_formatted', coalesce(case t.projected_revenue when -1 then 'Intangible' else to_char(t.projected_revenue, 'FM$999,999,990') end, ''),
    'revenue', t.revenue::float8, 'revenue_formatted', coalesce(case t.revenue when -1 then 'Intangible' else to_char(t.revenue, 'FM$999,999,990') end, ''),
    'lostReason', t.lost_reason, 'private', t.is_private,
    'shared', case when t.owner_id <> p_user then me.response when people.accepted > 1 then 'accepted' else 'no' end,
    'tasks', coalesce((
      select json_agg(json_build_object(
        'id', k.id, 'tile_id', k.target_id, 'user_id', k.user_id, 'first_name', u.first_name, 'last_name', u.last_name, 'description', k.description, 'help', k.help,
        'due', k.due, 'done', case when k.completed_at is null then 'incomplete' else 'done' end,
        'created', to_char(k.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'), 'completed', to_char(k.completed_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS')
      ) order by k.created_at, k.id)
      from tasks k join users u on u.org_id = k.org_id and u.id = k.user_id
      where k.org_id = p_org and k.target_id = t.id), '[]'::json),
    'collaborators', case when people.listed > 1 then people.list else '[]'::json end,
    'overlaps', '[]'::json,
    'notes', case when is_pending then '[]'::json else coalesce((
      select json_agg(json_build_object(
        'id', n.id, 'user_id', n.user_id, 'target_id', n.target_id, 'note', n.note, 'first_name', u.first_name, 'last_name', u.last_name,
        'created', to_char(n.created_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'), 'modified', to_char(n.modified_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS')
      ) order by n.created_at, n.id)
      from notes n join users u on u.org_id = n.org_id and u.id = n.user_id
      where n.org_id = p_org and n.target_id = t.id), '[]'::json) end,
    'note', coalesce((select n.note from notes n where n.org_id = p_org and n.target_id = t.id and n.user_id = p_user), ''),
    'undo', t.undo
  )::text into answer
  from targets t
  join users o on o.org_id = t.org_id and o.id = t.owner_id
  join target_people me on me.org_id = t.org_id and me.user_id = p_user and me.target_id = t.id
  cross join lateral (select me.response = 'pending' as is_pending) i
  cross join lateral (select time_zone as zone from orgs where id = p_org) z
  cross join lateral (
    select count(*) as listed, count(*) filter (where p.response = 'accepted') as accepted,
      json_agg(json_build_object(
        'user_id', p.user_id, 'share_id', coalesce(p.share_id::text, '0'), 'from_id', p.from_id, 'owner_id', t.owner_id, 'response', p.response,
        'responded', to_char(p.responded_at at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS'),
        'role', case when p.user_id = t.owner_id then 'initiator' else 'collaborator' end,
        'first_name', u.first_name, 'last_name', u.last_name, 'from_first_name', f.first_name, 'from_last_name', f.last_name
      ) order by p.share_id desc nulls last) as list
    from target_people p
    join users u on u.org_id = p.org_id and u.id = p.user_id
    join users f on f.org_id = p.org_id and f.id = p.from_id
    where p.org_id = p_org and p.target_id = t.id and not p.gone and p.response in ('pending', 'accepted')
  ) people
  where t.org_id = p_org and t.id = p_target;
  return answer;
end $$;

-- Writes each person's copy of the given targets anew and moves it to the end of that person's feed.
create function refresh_docs(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
begin
  with people as (
    select user_id, target_id from target_people where org_id = p_org and target_id = any(p_targets) and not gone
  ), bumped as (
    insert into sync_clocks as c (org_id, user_id, seq)
    select p_org, user_id, count(*) from people group by user_id order by user_id
    on conflict (org_id, user_id) do update set seq = c.seq + excluded.seq
    returning user_id, seq
  ), numbered as (
    select p.user_id, p.target_id, b.seq + 1 - row_number() over (partition by p.user_id order by p.target_id) as seq
    from people p join bumped b using (user_id)
  )
  update target_people tp set
    seq = n.seq,
    doc = substr(tile_doc(p_org, n.target_id, n.user_id), 2),
    gone = not exists (select 1 from targets t where t.org_id = p_org and t.id = n.target_id) or tp.response in ('rejected', 'revoked'),
    status = coalesce((select t.status from targets t where t.org_id = p_org and t.id = n.target_id), 'deleted'),
    due = (select k.due from tasks k where k.org_id = p_org and k.target_id = n.target_id and k.user_id = n.user_id and k.completed_at is null)
  from numbered n
  where tp.org_id = p_org and tp.user_id = n.user_id and tp.target_id = n.target_id;
end $$;

-- The second lock: the application's role sees only the rows of the firm set for its transaction.
do $$
declare name text;
begin
  foreach name in array array['users', 'sessions', 'groups', 'group_members', 'group_managers', 'once_only', 'imports', 'import_rows', 'targets', 'target_people', 'sync_clocks', 'tasks', 'notes', 'target_events', 'companies'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
alter table orgs enable row level security;
create policy own_firm on orgs using (id = nullif(current_setting('app.org_id', true), '')::uuid);
-- Looked up before a firm is known, by the server's own role alone.
alter table login_directory enable row level security;
alter table guesses enable row level security;
