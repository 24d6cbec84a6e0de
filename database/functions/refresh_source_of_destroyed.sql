-- A contact that sent a destroyed Target stays with the people who see it otherwise.
create or replace function refresh_source_of_destroyed() returns trigger language plpgsql as $$
begin
  perform refresh_contacts(old.org_id, array[(old.came_from->>'contact_id')::uuid]);
  return null;
end $$;
create or replace trigger refresh_source_of_destroyed after delete on targets for each row
  when (old.came_from->>'contact_id' is not null) execute function refresh_source_of_destroyed();
