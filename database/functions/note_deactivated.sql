-- Records that a person's sessions may have ended, see note_moved.
create or replace function note_deactivated() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), firm_of_note(new.org_id) || new.id || ':ended'), true);
  return null;
end $$;
create or replace trigger note_deactivated after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function note_deactivated();
