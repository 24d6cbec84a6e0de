-- Reserves the next numbers of a person's feed and returns the last one. The row stays locked until the commit, so that
-- the order of numbers is the order of commits. For several people, call it in the order of their IDs.
create or replace function next_feed_seq(p_org uuid, p_feed text, p_user uuid, p_many bigint default 1) returns bigint language plpgsql as $$
declare
  last bigint;
begin
  insert into feed_sequences as s (org_id, user_id, feed, seq) values (p_org, p_user, p_feed, p_many)
  on conflict (org_id, user_id, feed) do update set seq = s.seq + excluded.seq
  returning seq into last;
  return last;
end $$;
