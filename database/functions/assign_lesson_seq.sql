-- A changed lesson of the vendor takes the next number that all firms share. The lock makes numbers follow commit order.
-- Security definer, because only this function writes the sequence. Firms' own lessons: assign_firm_lesson_seq.
create or replace function assign_lesson_seq() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.lesson_clock set seq = seq + 1 returning seq into new.seq;
  return new;
end $$;
create or replace trigger assign_lesson_seq before insert or update on lessons for each row execute function assign_lesson_seq();
revoke execute on function assign_lesson_seq() from public;
