-- Records in `app.moved` (see note_moved) which devices must reload: '*:changed' for the firm, '<person>:me' for
-- changed settings or role, '*:me' for changed subscriptions.
create or replace function note_shared() returns trigger language plpgsql as $$
declare
  note text;
begin
  if tg_table_name = 'users' then note := firm_of_note(new.org_id) || new.id || ':me';
  elsif tg_table_name = 'orgs' then note := firm_of_note(new.id) || '*:me';
  else note := firm_of_note(new.org_id) || '*:changed';
  end if;
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), note), true);
  return null;
end $$;
create or replace trigger note_shared after update of settings, role on users for each row
  when (new.settings <> old.settings or new.role <> old.role) execute function note_shared();
create or replace trigger note_shared after update of subscriptions on orgs for each row
  when (new.subscriptions <> old.subscriptions) execute function note_shared();
create or replace trigger note_shared after insert or update on firm_lessons for each row execute function note_shared();
