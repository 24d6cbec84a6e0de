-- Records which devices must reload what they know of the person or the firm.
create or replace function record_shared_change() returns trigger language plpgsql as $$
begin
  if tg_table_name like 'users%' then perform add_feed_change(new.org_id, new.id, 'me');
  elsif tg_table_name like 'orgs%' then perform add_feed_change(new.id, null, 'me');
  else perform add_feed_change(new.org_id, null, 'rows');
  end if;
  return null;
end $$;
create or replace trigger record_shared_change after update of settings, role on users for each row
  when (new.settings <> old.settings or new.role <> old.role) execute function record_shared_change();
create or replace trigger record_shared_change after update of subscriptions, stages on orgs for each row
  when (new.subscriptions <> old.subscriptions or new.stages is distinct from old.stages) execute function record_shared_change();
create or replace trigger record_shared_change after insert or update on firm_lessons for each row execute function record_shared_change();
