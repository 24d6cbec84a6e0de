-- A worksheet that changes, or whose lesson is called or placed anew, published or archived, takes the next number of the one clock of
-- lessons: see number_lesson. Definer: the clock is written by these alone.
create or replace function number_worksheet() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.lesson_clock set seq = seq + 1 returning seq into new.seq;
  return new;
end $$;
create or replace trigger number_worksheet before insert or update on worksheets for each row execute function number_worksheet();
revoke execute on function number_worksheet() from public;
