-- contract: since 0129: one table for the sequences of all feeds, instead of one table each. Devices keep their cursors.
create table feed_sequences (
  org_id uuid not null,
  user_id uuid not null,
  feed text not null,
  seq bigint not null,
  primary key (org_id, user_id, feed)
) with (fillfactor = 50);
alter table feed_sequences enable row level security;
create policy own_firm on feed_sequences using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
insert into feed_sequences (org_id, user_id, feed, seq)
  select org_id, user_id, 'main', seq from sync_clocks
  union all select org_id, user_id, 'inbox', seq from inbox_clocks
  union all select org_id, user_id, 'lessons', seq from lesson_clocks
  union all select org_id, user_id, 'worksheets', seq from worksheet_clocks
  union all select org_id, user_id, 'insights', seq from insight_clocks;
drop view lesson_clock_of_all;
drop table sync_clocks, inbox_clocks, lesson_clocks, worksheet_clocks, insight_clocks;
