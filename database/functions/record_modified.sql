-- When what a directory knows of a person or a group has changed.
create or replace function record_modified() returns trigger language plpgsql as $$
begin
  new.modified_at := now();
  return new;
end $$;
create or replace trigger record_modified before update of email, first_name, last_name, deactivated_at, scim_user_name, scim_external_id on users for each row execute function record_modified();
create or replace trigger record_modified before update of name, status, scim_external_id on groups for each row execute function record_modified();
