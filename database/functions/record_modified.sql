-- Sets the time of the last change to a person's or group's directory data.
create or replace function record_modified() returns trigger language plpgsql as $$
begin
  new.modified_at := now();
  return new;
end $$;
create or replace trigger record_modified before update of email, first_name, last_name, deactivated_at, scim_user_name, scim_external_id on users for each row execute function record_modified();
create or replace trigger record_modified before update of name, status, scim_external_id on groups for each row execute function record_modified();
