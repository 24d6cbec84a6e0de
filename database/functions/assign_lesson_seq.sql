-- A changed lesson takes the next shared number. The lock makes numbers follow commit order. Security definer, because
-- only this function writes the sequence.
create or replace function assign_lesson_seq() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.lesson_clock set seq = seq + 1 returning seq into new.seq;
  return new;
end $$;
create or replace trigger assign_lesson_seq before insert or update on lessons for each row execute function assign_lesson_seq();
create or replace trigger assign_lesson_seq before insert or update on firm_lessons for each row execute function assign_lesson_seq();
revoke execute on function assign_lesson_seq() from public;
