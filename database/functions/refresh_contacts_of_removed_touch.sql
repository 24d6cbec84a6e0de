-- A contact whose touch was removed leaves the lists of those who saw it through the touch.
create or replace function refresh_contacts_of_removed_touch() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from touches where org_id = old.org_id and id = old.touch_id) then
    perform refresh_contacts(old.org_id, array[old.contact_id]);
  end if;
  return null;
end $$;
create or replace trigger refresh_contacts_of_removed_touch after delete on touch_contacts for each row
  execute function refresh_contacts_of_removed_touch();
