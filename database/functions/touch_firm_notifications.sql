-- Which lines of an inbox may be read hangs on what the firm has subscribed to: when that changes, devices are told anew.
create or replace function touch_firm_notifications() returns trigger language plpgsql as $$
begin
  update notifications set subject_id = subject_id where org_id = new.id and not is_past;
  return null;
end $$;
create or replace trigger touch_firm_notifications after update of subscriptions on orgs for each row when (old.subscriptions is distinct from new.subscriptions) execute function touch_firm_notifications();
