-- Whether a step was done after its due day in the firm's time zone. A step without one is never late. The same rule as
-- `isDoneLate` in features/targets/score/points.ts.
create or replace function is_late(p_at timestamptz, p_due date, p_zone text) returns boolean language sql immutable as $$
  select coalesce((p_at at time zone p_zone)::date > p_due, false)
$$;
