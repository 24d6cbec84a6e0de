-- Records the new end of a person's feed. The inbox has an event of its own, and reports of played lessons come too often.
create or replace function record_feed_change() returns trigger language plpgsql as $$
begin
  perform add_feed_change(new.org_id, new.user_id, 'rows', new.seq);
  return null;
end $$;
create or replace trigger record_feed_change after insert or update on feed_sequences for each row
  when (new.feed not in ('inbox', 'lessons')) execute function record_feed_change();
