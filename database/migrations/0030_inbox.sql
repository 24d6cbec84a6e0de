-- A person's inbox is kept on devices: each of its lines has the number of its last change in a feed of the inbox's own.

-- The number of the last change in a person's inbox; the row's lock makes their order the order of commits. Apart from sync_clocks,
-- which are held from the middle of a change on: these are taken at its very end, so that no two changes wait for each other.
create table inbox_clocks (
  org_id uuid not null,
  user_id uuid not null,
  seq bigint not null,
  primary key (org_id, user_id)
);

-- Lines that are no more, for devices that have them.
create table notifications_gone (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  gone_at timestamptz not null default now(),
  -- null until the end of the change
  seq bigint,
  primary key (org_id, id)
);
create index notifications_gone_feed on notifications_gone (org_id, user_id, seq);
create index notifications_gone_unnumbered on notifications_gone (org_id, user_id) where seq is null;
create index notifications_gone_by_age on notifications_gone (gone_at);

alter table notifications
  -- null until the end of the change
  add column seq bigint,
  -- there are so many newer ones that devices no longer keep it
  add column is_past boolean not null default false;

update notifications n set seq = o.seq, is_past = o.newer >= 100
from (
  select org_id, id, row_number() over (partition by org_id, user_id order by created_at, id) as seq,
    row_number() over (partition by org_id, user_id order by created_at desc, id desc) - 1 as newer
  from notifications) o
where n.org_id = o.org_id and n.id = o.id;
insert into inbox_clocks (org_id, user_id, seq) select org_id, user_id, max(seq) from notifications group by org_id, user_id;

create index notifications_feed on notifications (org_id, user_id, seq);
create index notifications_unnumbered on notifications (org_id, user_id) where seq is null;
create index notifications_kept on notifications (org_id, user_id, created_at desc, id desc) where not is_past;

do $$
declare name text;
begin
  foreach name in array array['inbox_clocks', 'notifications_gone'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_firm on %I using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)', name);
  end loop;
end $$;
