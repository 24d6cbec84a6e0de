-- Records that a session has ended.
create or replace function record_session_end() returns trigger language plpgsql as $$
begin
  perform add_feed_change(old.org_id, old.user_id, 'ended');
  return null;
end $$;
create or replace trigger record_session_end after delete on sessions for each row execute function record_session_end();
