-- Collects people with changes in `app.moved`, read when the transaction ends: '<person>:<cursor>' for a changed feed,
-- '<person>:ended' if a session may have ended, '<person>:inbox'. NOTIFY inside the change would make all commits wait
-- for each other (see docs/decisions/0014).
create or replace function record_feed_change() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), feed_change_prefix(new.org_id) || new.user_id || ':' || new.seq), true);
  return null;
end $$;
create or replace trigger record_feed_change after insert or update on sync_clocks for each row execute function record_feed_change();
-- Changes on one device appear on the person's other devices right away.
create or replace trigger record_feed_change after insert or update on worksheet_clocks for each row execute function record_feed_change();
-- A card viewed on one device isn't new on the others.
create or replace trigger record_feed_change after insert or update on insight_clocks for each row execute function record_feed_change();
