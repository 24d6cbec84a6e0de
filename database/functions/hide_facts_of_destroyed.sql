-- Keeps to its owner what was expected of a private Target, also after the Target is destroyed.
create or replace function hide_facts_of_destroyed() returns trigger language plpgsql as $$
begin
  update forecast_facts set is_private = true where org_id = old.org_id and target_id = old.id and not is_private;
  return null;
end $$;
create or replace trigger hide_facts_of_destroyed after delete on targets for each row
  when (old.is_private) execute function hide_facts_of_destroyed();
