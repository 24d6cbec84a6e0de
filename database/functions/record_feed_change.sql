-- Records the new end of a person's feed.
create or replace function record_feed_change() returns trigger language plpgsql as $$
begin
  perform add_feed_change(new.org_id, new.user_id, 'rows', new.seq);
  return null;
end $$;
create or replace trigger record_feed_change after insert or update on sync_clocks for each row execute function record_feed_change();
-- Changes on one device appear on the person's other devices right away.
create or replace trigger record_feed_change after insert or update on worksheet_clocks for each row execute function record_feed_change();
-- A card viewed on one device isn't new on the others.
create or replace trigger record_feed_change after insert or update on insight_clocks for each row execute function record_feed_change();
