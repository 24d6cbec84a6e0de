-- People and groups as an administrator sees them: who was let in and who came, addresses that change, and targets that are handed over
-- when somebody leaves.

alter table users
  add column invited_at timestamptz,
  -- the last time they signed in themselves; null: never
  add column signed_in_at timestamptz;
update users u set signed_in_at = (select max(s.created_at) from sessions s where s.org_id = u.org_id and s.user_id = u.id and s.by_user_id is null);

create function note_signed_in() returns trigger language plpgsql as $$
begin
  update users set signed_in_at = new.created_at where org_id = new.org_id and id = new.user_id;
  return null;
end $$;
create trigger note_signed_in after insert on sessions for each row when (new.by_user_id is null) execute function note_signed_in();

create index sessions_by_doer on sessions (by_org_id, by_user_id) where by_user_id is not null;

-- The targets of a person who leaves, on their way to others. `plan` is {status: new owner}.
create table hand_overs (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  by_user_id uuid not null,
  by_name text not null default '',
  plan jsonb not null,
  state text not null check (state in ('running', 'done', 'failed')),
  total int not null,
  done int not null default 0,
  -- the last target that was looked at
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  problem text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (org_id, id),
  foreign key (org_id, user_id) references users (org_id, id),
  foreign key (org_id, by_user_id) references users (org_id, id)
);
create index hand_overs_by_user on hand_overs (org_id, user_id, created_at desc);
-- One at a time for each person.
create unique index hand_overs_running on hand_overs (org_id, user_id) where state = 'running';

alter table hand_overs enable row level security;
create policy own_firm on hand_overs using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- The directory of addresses belongs to no firm, so a firm's transaction can't see it. These two do for somebody of the firm of
-- the transaction alone what an administrator may ask for.

-- Gives a person of the firm another address to sign in with, or the first. False: it is taken, here or elsewhere.
create function take_address(p_user uuid, p_email text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not exists (select 1 from users u where u.org_id = v_org and u.id = p_user) then return false; end if;
  insert into login_directory (email, org_id, user_id) values (p_email, v_org, p_user) on conflict (email) do nothing;
  if not found then
    return exists (select 1 from login_directory d where d.email = p_email and d.org_id = v_org and d.user_id = p_user);
  end if;
  delete from login_directory d where d.org_id = v_org and d.user_id = p_user and d.email <> p_email;
  return true;
end $$;

-- Ends the sessions in which a person of the firm works as somebody else, of whichever firm.
create function end_switched_by(p_user uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s where s.by_org_id = nullif(current_setting('app.org_id', true), '')::uuid and s.by_user_id = p_user
$$;
