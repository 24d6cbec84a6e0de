-- Records new notifications once per person and statement, see assign_inbox_seq.
create or replace function record_inbox_change() returns trigger language plpgsql as $$
begin
  if current_setting('app.inbox', true) = 'numbering' then return null; end if;
  perform add_feed_change(c.org_id, c.user_id, 'inbox') from (select distinct org_id, user_id from changed) c;
  perform set_config('app.inbox', 'moved', true);
  return null;
end $$;
create or replace trigger record_inbox_insert after insert on notifications referencing new table as changed for each statement execute function record_inbox_change();
create or replace trigger record_inbox_update after update on notifications referencing new table as changed for each statement execute function record_inbox_change();
create or replace trigger record_inbox_delete after delete on notifications referencing old table as changed for each statement execute function record_inbox_change();
