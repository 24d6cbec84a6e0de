-- Records that a session has ended, see record_feed_change.
create or replace function record_session_end() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), feed_change_prefix(old.org_id) || old.user_id || ':ended'), true);
  return null;
end $$;
create or replace trigger record_session_end after delete on sessions for each row execute function record_session_end();
