-- A worksheet takes the next shared number when it or its lesson's name, position, or state changes, see
-- assign_lesson_seq. Security definer, because only these functions write the sequence.
create or replace function assign_worksheet_seq() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.lesson_clock set seq = seq + 1 returning seq into new.seq;
  return new;
end $$;
create or replace trigger assign_worksheet_seq before insert or update on worksheets for each row execute function assign_worksheet_seq();
revoke execute on function assign_worksheet_seq() from public;
