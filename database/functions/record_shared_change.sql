-- Records in `app.moved` (see record_feed_change) which devices must reload: '*:changed' for the firm, '<person>:me'
-- for changed settings or role, '*:me' for changed subscriptions.
create or replace function record_shared_change() returns trigger language plpgsql as $$
declare
  note text;
begin
  if tg_table_name like 'users%' then note := feed_change_prefix(new.org_id) || new.id || ':me';
  elsif tg_table_name like 'orgs%' then note := feed_change_prefix(new.id) || '*:me';
  else note := feed_change_prefix(new.org_id) || '*:changed';
  end if;
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), note), true);
  return null;
end $$;
create or replace trigger record_shared_change after update of settings, role on users for each row
  when (new.settings <> old.settings or new.role <> old.role) execute function record_shared_change();
create or replace trigger record_shared_change after update of subscriptions on orgs for each row
  when (new.subscriptions <> old.subscriptions) execute function record_shared_change();
create or replace trigger record_shared_change after insert or update on firm_lessons for each row execute function record_shared_change();
