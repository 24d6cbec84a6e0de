-- A new time zone recomputes all days.
create or replace function invalidate_daily_totals_of_firm() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sums of ' || new.id::text, 0));
  update score_clocks c set summed = null, through = null where c.org_id = new.id;
  return null;
end $$;
create or replace trigger invalidate_daily_totals_of_firm after update of time_zone on orgs for each row when (old.time_zone is distinct from new.time_zone) execute function invalidate_daily_totals_of_firm();
