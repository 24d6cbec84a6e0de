-- Ignores sessions of people who act as the person.
create or replace function record_sign_in() returns trigger language plpgsql as $$
begin
  update users set signed_in_at = new.created_at where org_id = new.org_id and id = new.user_id;
  return null;
end $$;
create or replace trigger record_sign_in after insert on sessions for each row when (new.by_user_id is null) execute function record_sign_in();
