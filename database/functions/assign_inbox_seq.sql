-- Numbers inbox rows at the very end of a change, for all people in the order of their IDs, so that sequences can't
-- deadlock and are locked only during the commit. A firm's first row numbers all. Only this change sees unnumbered
-- rows. Lookups use the index even without statistics.
create or replace function assign_inbox_seq() returns trigger language plpgsql set enable_sort = off as $$
declare
  firm uuid := new.org_id;
  person record;
begin
  -- Set by record_inbox_change, or by another firm's rows in the same change.
  if coalesce(current_setting('app.inbox', true), '') in ('', 'numbering', 'numbered ' || firm) then return null; end if;
  perform set_config('app.inbox', 'numbering', true);

  -- Counts twice, because each new notification can replace an old one.
  perform next_feed_seq(firm, 'inbox', moved.user_id, moved.numbers) from (
    select user_id, 2 * count(*) as numbers from (
      select user_id from notifications where org_id = firm and seq is null
      union all select user_id from notifications_gone where org_id = firm and seq is null) unnumbered
    group by user_id order by user_id) moved;

  for person in select user_id, count(*) as moved from notifications where org_id = firm and seq is null group by user_id loop
    update notifications set is_past = true where org_id = firm and ctid = any(array(
      select k.ctid from notifications k where k.org_id = firm and k.user_id = person.user_id and not k.is_past
      order by k.created_at desc, k.id desc offset 100 limit person.moved));
  end loop;

  with moved as materialized (
    select m.place, m.is_gone, c.seq + 1 - row_number() over (partition by m.user_id order by m.created_at desc, m.id desc) as seq from (
      select id, user_id, created_at, ctid as place, false as is_gone from notifications where org_id = firm and seq is null
      union all select id, user_id, gone_at, ctid, true from notifications_gone where org_id = firm and seq is null) m
    join feed_sequences c on c.org_id = firm and c.user_id = m.user_id and c.feed = 'inbox'
  ), lines as (
    update notifications n set seq = m.seq from moved m where n.org_id = firm and n.ctid = m.place and not m.is_gone
  )
  update notifications_gone g set seq = m.seq from moved m where g.org_id = firm and g.ctid = m.place and m.is_gone;
  perform set_config('app.inbox', 'numbered ' || firm, true);
  return null;
end $$;
drop trigger if exists assign_inbox_seq_lines on notifications;
create constraint trigger assign_inbox_seq_lines after insert or update on notifications deferrable initially deferred for each row when (new.seq is null) execute function assign_inbox_seq();
drop trigger if exists assign_inbox_seq_gone on notifications_gone;
create constraint trigger assign_inbox_seq_gone after insert on notifications_gone deferrable initially deferred for each row execute function assign_inbox_seq();
