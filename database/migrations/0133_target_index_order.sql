-- While statistics are from an empty table, the planner takes the newest of indexes that look equal. Reads of one target
-- must not go through all of a firm's rows.
drop index target_people_by_target;
create index target_people_by_target on target_people (org_id, target_id);
