-- Twice the points of an event, so that half a step is an integer. The caller checks that a win is the target's first.
-- Creations count up to a number per week, so they are counted apart. The same rule as `halfPointsOf` in
-- features/targets/score/points.ts, whose source is RULINGS, section 4, 'Score'.
create or replace function event_half_points(p_kind text, p_value text, p_due date, p_at timestamptz, p_zone text) returns int language sql immutable as $$
  select case p_kind
    when 'targetWon' then 20
    when 'stepDone' then case when p_due is null then 0 else
      case p_value when 'L' then 3 when 'M' then 4 else 5 end * case when is_late(p_at, p_due, p_zone) then 1 else 2 end end
    else 0 end
$$;
