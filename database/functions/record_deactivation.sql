-- Records that a person's sessions may have ended, see record_feed_change.
create or replace function record_deactivation() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), feed_change_prefix(new.org_id) || new.id || ':ended'), true);
  return null;
end $$;
create or replace trigger record_deactivation after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function record_deactivation();
