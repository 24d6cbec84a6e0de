-- Invalidates daily totals from that day on. Writers share the lock and the nightly job holds it exclusively, so a
-- write is in its totals or invalidates them afterwards.
create or replace function invalidate_daily_totals(p_org uuid, p_people uuid[], p_day date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sums of ' || p_org::text, 0));
  update score_clocks c set summed = p_day - 1, forgotten_at = now() where c.org_id = p_org and c.user_id = any(p_people) and c.summed >= p_day;
end $$;
