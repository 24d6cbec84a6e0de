-- A contact whose Target is destroyed stays with the people who see it otherwise.
create or replace function refresh_contacts_of_destroyed() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from targets where org_id = old.org_id and id = old.target_id) then
    perform refresh_contacts(old.org_id, array[old.contact_id]);
  end if;
  return null;
end $$;
create or replace trigger refresh_contacts_of_destroyed after delete on target_contacts for each row
  execute function refresh_contacts_of_destroyed();
