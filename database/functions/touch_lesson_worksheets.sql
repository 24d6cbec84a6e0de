-- A worksheet contains its lesson's name, number, and position, see assign_worksheet_seq.
create or replace function touch_lesson_worksheets() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.worksheets set version = version where lesson_id = new.id;
  return null;
end $$;
create or replace trigger touch_lesson_worksheets after update on lessons for each row
  when ((old.title, old.number, old.state, old.category_id, old.position) is distinct from (new.title, new.number, new.state, new.category_id, new.position))
  execute function touch_lesson_worksheets();
revoke execute on function touch_lesson_worksheets() from public;
