-- A worksheet contains its lesson's name, number, and position, see number_worksheet.
create or replace function note_lesson_of_worksheet() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.worksheets set version = version where lesson_id = new.id;
  return null;
end $$;
create or replace trigger note_lesson_of_worksheet after update on lessons for each row
  when ((old.title, old.number, old.state, old.category_id, old.position) is distinct from (new.title, new.number, new.state, new.category_id, new.position))
  execute function note_lesson_of_worksheet();
revoke execute on function note_lesson_of_worksheet() from public;
