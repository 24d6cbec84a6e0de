-- A worksheet takes the next shared number when it or its lesson's name, position, or state changes, see number_lesson.
-- Security definer, because only these functions write the sequence.
create or replace function number_worksheet() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.lesson_clock set seq = seq + 1 returning seq into new.seq;
  return new;
end $$;
create or replace trigger number_worksheet before insert or update on worksheets for each row execute function number_worksheet();
revoke execute on function number_worksheet() from public;
