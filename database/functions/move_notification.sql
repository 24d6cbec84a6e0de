-- A changed notification gets a new sequence number at the end of the change.
create or replace function move_notification() returns trigger language plpgsql as $$
begin
  new.seq := null;
  return new;
end $$;
create or replace trigger move_notification before update on notifications for each row when (new.seq is not distinct from old.seq) execute function move_notification();
