-- Owner and privacy determine who can read a target's notifications, so devices load them again. Hidden ones stay
-- hidden after the target is deleted.
create or replace function retell_target() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update notifications set subject_id = subject_id where org_id = new.org_id and subject_id = new.id;
  elsif old.is_private then
    delete from notifications where org_id = old.org_id and subject_id = old.id and user_id <> old.owner_id;
  end if;
  return null;
end $$;
create or replace trigger retell_target_moved after update of is_private, owner_id on targets for each row when ((old.is_private, old.owner_id) is distinct from (new.is_private, new.owner_id)) execute function retell_target();
create or replace trigger retell_target_destroyed after delete on targets for each row execute function retell_target();
