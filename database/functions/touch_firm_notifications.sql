-- Subscriptions determine which notifications people can read, so devices load them again.
create or replace function touch_firm_notifications() returns trigger language plpgsql as $$
begin
  update notifications set subject_id = subject_id where org_id = new.id and not is_past;
  return null;
end $$;
create or replace trigger touch_firm_notifications after update of subscriptions on orgs for each row when (old.subscriptions is distinct from new.subscriptions) execute function touch_firm_notifications();
