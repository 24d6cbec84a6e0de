-- Processes before migration 0052 only have the plaintext secret. Their writes count: a changed link, or none. Newer
-- ones write an encrypted secret.
create or replace function hash_calendar_secret() returns trigger language plpgsql as $$
begin
  if new.calendar_sealed is not distinct from old.calendar_sealed then
    new.calendar_sealed := null;
    new.calendar_hash := sha256(new.calendar_secret);
    new.is_calendar_unmade := false;
  end if;
  return new;
end $$;
create or replace trigger hash_calendar_secret before update of calendar_secret on users for each row execute function hash_calendar_secret();
