-- contract: since 0133: the lessons of each firm get their own sequence, which continues after the shared one, so devices
-- keep their cursors.
insert into feed_sequences (org_id, user_id, feed, seq)
  select o.id, '00000000-0000-0000-0000-000000000000', 'firm_lessons', c.seq from orgs o cross join lesson_clock c;
drop trigger if exists assign_lesson_seq on firm_lessons;
