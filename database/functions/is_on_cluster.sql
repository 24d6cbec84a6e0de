-- Whether the tables of firms are spread over a cluster, see docs/distributed.md: there a function reaches its own firm's rows alone.
create or replace function is_on_cluster() returns boolean language sql stable as $$
  select coalesce(current_setting('citus.enable_unsafe_triggers', true)::boolean, false)
$$;
