-- Records that a person's sessions may have ended.
create or replace function record_deactivation() returns trigger language plpgsql as $$
begin
  perform add_feed_change(new.org_id, new.id, 'ended');
  return null;
end $$;
create or replace trigger record_deactivation after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function record_deactivation();
