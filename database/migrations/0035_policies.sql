-- What a firm asks of its people's sign-in, and whom it lets work as them. The defaults are what held until now.
alter table orgs
  -- hours without use, and hours in all, after which a session ends
  add column idle_hours int not null default 720 check (idle_hours between 1 and 720),
  add column longest_hours int not null default 2160 check (longest_hours between 1 and 2160),
  -- from this day on nobody comes in by password alone; null: who wants it
  add column second_factor_from date,
  -- passwords are closed but for one named admin
  add column sign_on_only boolean not null default false,
  add column break_glass_id uuid,
  -- whom firm admins may work as: members and managers, members alone, nobody
  add column work_as text not null default 'all' check (work_as in ('all', 'members', 'nobody')),
  -- whether people hear that a firm admin works as them; of an operator they always do
  add column tells_worked_as boolean not null default true,
  -- whether an operator may come in without being asked, and until when where not
  add column is_open_to_operator boolean not null default true,
  add column operator_until timestamptz,
  add check (not sign_on_only or break_glass_id is not null);

-- Good for setting up a second factor, and for nothing else.
alter table sessions add column is_enrolling boolean not null default false;
