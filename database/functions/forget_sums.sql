-- What was done on a day is no longer what its sums say: these people's are made again from that day on. In one order, so that two who change the same wait for each other.
-- Their clocks are held where nothing of those days is summed too: the night's work, which holds them while it sums, then waits for what is written here.
create or replace function forget_sums(p_org uuid, p_people uuid[], p_day date) returns void language plpgsql as $$
begin
  perform from score_clocks c where c.org_id = p_org and c.user_id = any(p_people) order by c.user_id for update;
  update score_clocks c set summed = p_day - 1 where c.org_id = p_org and c.user_id = any(p_people) and c.summed >= p_day;
end $$;
