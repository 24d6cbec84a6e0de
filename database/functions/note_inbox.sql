-- Records new notifications once per person and statement, see note_moved and number_inbox.
create or replace function note_inbox() returns trigger language plpgsql as $$
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
create or replace trigger note_inbox_new after insert on notifications referencing new table as changed for each statement execute function note_inbox();
create or replace trigger note_inbox_changed after update on notifications referencing new table as changed for each statement execute function note_inbox();
create or replace trigger note_inbox_gone after delete on notifications referencing old table as changed for each statement execute function note_inbox();
