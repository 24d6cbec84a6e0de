-- Returns whether firms' tables are distributed, see docs/distributed.md. A function then reaches only its own firm's
-- rows.
create or replace function is_on_cluster() returns boolean language sql stable as $$
  select coalesce(current_setting('citus.enable_unsafe_triggers', true)::boolean, false)
$$;
