-- Copies contain times in the firm's zone, overlaps, and stages, so all are rebuilt.
create or replace function mark_target_views_stale() returns trigger language plpgsql as $$
begin
  new.copies_after := '00000000-0000-0000-0000-000000000000';
  return new;
end $$;
create or replace trigger mark_target_views_stale before update of time_zone, subscriptions, stages on orgs for each row
  when (new.time_zone <> old.time_zone
    or new.subscriptions->'targets'->'features'->>'overlaps' is distinct from old.subscriptions->'targets'->'features'->>'overlaps'
    or new.stages->'removed' is distinct from old.stages->'removed')
  execute function mark_target_views_stale();
