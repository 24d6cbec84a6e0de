-- Lessons contain their category's name and position.
create or replace function touch_category_lessons() returns trigger language plpgsql as $$
begin
  update lessons set revision = revision where category_id = new.id;
  return null;
end $$;
create or replace trigger touch_category_lessons after update on lesson_categories for each row execute function touch_category_lessons();
