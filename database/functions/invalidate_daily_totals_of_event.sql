-- Only events written late, undone, or deleted change past totals. Runs at the end of a change, when it waits for no
-- other row, so that two changes can't deadlock.
create or replace function invalidate_daily_totals_of_event() returns trigger language plpgsql as $$
declare
  v_org uuid;
  v_zone text;
begin
  if tg_op = 'DELETE' then
    -- Runs firm by firm: a cluster can't join deleted rows with the firms.
    for v_org in select distinct gone.org_id from gone loop
      select o.time_zone into v_zone from orgs o where o.id = v_org;
      perform invalidate_daily_totals(v_org, array[g.person_id], g.day) from (
        select gone.person_id, (min(gone.at) at time zone v_zone)::date as day from gone
        where gone.org_id = v_org and v_zone is not null group by gone.person_id order by gone.person_id) g;
    end loop;
  else
    perform invalidate_daily_totals(new.org_id, array[new.person_id], (new.at at time zone o.time_zone)::date) from orgs o where o.id = new.org_id;
  end if;
  return null;
end $$;
drop trigger if exists invalidate_daily_totals_of_late on target_events;
create constraint trigger invalidate_daily_totals_of_late after insert on target_events deferrable initially deferred for each row when (new.at < now() - interval '1 minute') execute function invalidate_daily_totals_of_event();
drop trigger if exists invalidate_daily_totals_of_undone on target_events;
create constraint trigger invalidate_daily_totals_of_undone after update of undone on target_events deferrable initially deferred for each row when (old.undone is distinct from new.undone) execute function invalidate_daily_totals_of_event();
create or replace trigger invalidate_daily_totals_of_removed after delete on target_events referencing old table as gone for each statement execute function invalidate_daily_totals_of_event();
