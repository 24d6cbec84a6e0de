-- Lessons contain their category's name and position.
create or replace function number_category() returns trigger language plpgsql as $$
begin
  update lessons set revision = revision where category_id = new.id;
  return null;
end $$;
create or replace trigger number_category after update on lesson_categories for each row execute function number_category();
