-- Ends a deactivated person's sessions, and those switched from them.
create or replace function end_deactivated() returns trigger language plpgsql as $$
begin
  delete from sessions s where s.org_id = new.org_id and s.user_id = new.id;
  return null;
end $$;
create or replace trigger end_deactivated after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function end_deactivated();
