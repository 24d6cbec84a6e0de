-- The score of a sum of half points and a number of overdue targets. The same rule as `scoreOf` in
-- features/targets/score/points.ts.
create or replace function score_of(p_half_points numeric, p_overdue numeric) returns int language sql immutable as $$
  select round(least(100, greatest(0, p_half_points / 2.0 - 2 * p_overdue)))::int
$$;
