-- Owner and privacy determine who can read a target's notifications, so devices load them again. Hidden ones stay
-- hidden after the target is deleted.
create or replace function touch_target_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update notifications set subject_id = subject_id where org_id = new.org_id and subject_id = new.id;
  elsif old.is_private then
    delete from notifications where org_id = old.org_id and subject_id = old.id and user_id <> old.owner_id;
  end if;
  return null;
end $$;
create or replace trigger touch_target_notifications_changed after update of is_private, owner_id on targets for each row when ((old.is_private, old.owner_id) is distinct from (new.is_private, new.owner_id)) execute function touch_target_notifications();
create or replace trigger touch_target_notifications_deleted after delete on targets for each row execute function touch_target_notifications();
