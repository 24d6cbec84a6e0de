-- A target's owner determines which steps count as help, so a new owner or deletion recomputes everyone's totals on it.
-- A deleted private target leaves a record that keeps its steps out of other figures.
create or replace function invalidate_daily_totals_of_target() returns trigger language plpgsql as $$
declare
  who uuid[];
begin
  select array_agg(p.user_id) into who from target_people p where p.org_id = old.org_id and p.target_id = old.id;
  if tg_op = 'DELETE' and old.is_private then
    insert into private_remains (org_id, target_id) select o.id, old.id from orgs o where o.id = old.org_id and not o.is_closed on conflict do nothing;
  elsif tg_op = 'UPDATE' or cardinality(who) > 1 then
    perform invalidate_daily_totals(old.org_id, who || old.owner_id, (old.created_at at time zone o.time_zone)::date) from orgs o where o.id = old.org_id;
  end if;
  return null;
end $$;
drop trigger if exists invalidate_daily_totals_of_handed on targets;
create constraint trigger invalidate_daily_totals_of_handed after update of owner_id on targets deferrable initially deferred for each row when (old.owner_id is distinct from new.owner_id) execute function invalidate_daily_totals_of_target();
create or replace trigger invalidate_daily_totals_of_destroyed after delete on targets for each row execute function invalidate_daily_totals_of_target();
