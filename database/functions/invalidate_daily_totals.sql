-- What was done on a day is no longer what its sums say: these people's are made again from that day on.
-- Shared by all who write, and taken alone by the night's work while it sums: what is written here is in its sums, or takes them back afterwards.
create or replace function invalidate_daily_totals(p_org uuid, p_people uuid[], p_day date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sums of ' || p_org::text, 0));
  update score_clocks c set summed = p_day - 1, forgotten_at = now() where c.org_id = p_org and c.user_id = any(p_people) and c.summed >= p_day;
end $$;
