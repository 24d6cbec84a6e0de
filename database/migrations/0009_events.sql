-- Who has something new, gathered while a transaction runs and read at its end: the server tells it after the commit.
-- NOTIFY inside of the change itself would make all commits wait for each other (see docs/decisions/0014).
-- `app.moved` holds '<person>:<cursor>' for a feed that moved, '<person>:ended' where a session may have ended.

create function note_moved() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), new.user_id || ':' || new.seq), true);
  return null;
end $$;
create trigger note_moved after insert or update on sync_clocks for each row execute function note_moved();

create function note_ended() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), old.user_id || ':ended'), true);
  return null;
end $$;
create trigger note_ended after delete on sessions for each row execute function note_ended();

create function note_deactivated() returns trigger language plpgsql as $$
begin
  perform set_config('app.moved', concat_ws(' ', nullif(current_setting('app.moved', true), ''), new.id || ':ended'), true);
  return null;
end $$;
create trigger note_deactivated after update of deactivated_at on users for each row
  when (new.deactivated_at is not null) execute function note_deactivated();
