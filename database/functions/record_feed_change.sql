-- Who has something new, gathered in `app.moved` while a transaction runs and read at its end: '<person>:<cursor>' for a feed that
-- moved, '<person>:ended' where a session may have ended, '<person>:inbox'. NOTIFY inside of the change itself would make all commits
-- wait for each other (see docs/decisions/0014).
create or replace function record_feed_change() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), feed_change_prefix(new.org_id) || new.user_id || ':' || new.seq), true);
  return null;
end $$;
create or replace trigger record_feed_change after insert or update on sync_clocks for each row execute function record_feed_change();
-- What a person writes on one device is seen on the others at once.
create or replace trigger record_feed_change after insert or update on worksheet_clocks for each row execute function record_feed_change();
-- A card that was looked at on one device is not new on the others.
create or replace trigger record_feed_change after insert or update on insight_clocks for each row execute function record_feed_change();
