-- Records new notifications once per person and statement, see record_feed_change and assign_inbox_seq.
create or replace function record_inbox_change() returns trigger language plpgsql as $$
declare
  people text;
begin
  if current_setting('app.inbox', true) = 'numbering' then return null; end if;
  if coalesce(current_setting('app.org_id', true), '') = '' then
    select string_agg(distinct c.org_id || '/' || c.user_id || ':inbox', ' ') into people from changed c;
  else
    select string_agg(distinct c.user_id || ':inbox', ' ') into people from changed c;
  end if;
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), people), true);
  perform set_config('app.inbox', 'moved', true);
  return null;
end $$;
create or replace trigger record_inbox_insert after insert on notifications referencing new table as changed for each statement execute function record_inbox_change();
create or replace trigger record_inbox_update after update on notifications referencing new table as changed for each statement execute function record_inbox_change();
create or replace trigger record_inbox_delete after delete on notifications referencing old table as changed for each statement execute function record_inbox_change();
