-- A changed lesson of a firm takes the next number of the firm's feed, which has the zero ID in place of a person's.
create or replace function assign_firm_lesson_seq() returns trigger language plpgsql as $$
begin
  new.seq := next_feed_seq(new.org_id, 'firm_lessons', '00000000-0000-0000-0000-000000000000');
  return new;
end $$;
create or replace trigger assign_firm_lesson_seq before insert or update on firm_lessons for each row execute function assign_firm_lesson_seq();
