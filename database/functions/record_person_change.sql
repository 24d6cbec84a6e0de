-- Copies contain names, and people who left pursue nothing, so any change to a person is queued.
create or replace function record_person_change() returns trigger language plpgsql as $$
begin
  insert into upkeep (org_id, user_id) values (new.org_id, new.id);
  return null;
end $$;
create or replace trigger record_person_change after update of first_name, last_name, deactivated_at on users for each row
  when (new.first_name <> old.first_name or new.last_name <> old.last_name or (new.deactivated_at is null) <> (old.deactivated_at is null))
  execute function record_person_change();
