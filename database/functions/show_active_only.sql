-- What a deactivated person pursues is nobody's overlap.
create or replace function show_active_only() returns trigger language plpgsql as $$
begin
  new.is_shown := exists (select 1 from users u where u.org_id = new.org_id and u.id = new.owner_id and u.deactivated_at is null);
  return new;
end $$;
create or replace trigger show_active_only before insert or update of is_shown, owner_id on target_keys for each row
  when (new.is_shown) execute function show_active_only();
