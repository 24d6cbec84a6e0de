-- Records that a session has ended, see note_moved.
create or replace function note_ended() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), firm_of_note(old.org_id) || old.user_id || ':ended'), true);
  return null;
end $$;
create or replace trigger note_ended after delete on sessions for each row execute function note_ended();
