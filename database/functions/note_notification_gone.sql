-- Devices that have a line which is deleted are told so. With its person all of it goes.
create or replace function note_notification_gone() returns trigger language plpgsql as $$
begin
  insert into notifications_gone (org_id, id, user_id)
  select l.org_id, l.id, l.user_id from lines l join users u on u.org_id = l.org_id and u.id = l.user_id where not l.is_past
  on conflict do nothing;
  return null;
end $$;
create or replace trigger note_notification_gone after delete on notifications referencing old table as lines for each statement execute function note_notification_gone();
