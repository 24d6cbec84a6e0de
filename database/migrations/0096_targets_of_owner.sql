-- What reports count of somebody's Targets and of their own lines stands in the indexes that find them, in place of those that found them alone.
create index targets_of_owner on targets (org_id, owner_id, status, created_at)
  include (id, is_private, type, value, projected_revenue, revenue, completed_at, company_key);
drop index targets_by_owner;

drop index target_people_by_status;
create index target_people_by_status on target_people (org_id, user_id, status) include (target_id, response, is_private, due) where not gone;

-- Rows behind a figure are found in it too.
create index target_events_by_person on target_events (org_id, person_id, at) include (id, target_id, kind, due, undone);
drop index target_events_of_person;
alter index target_events_by_person rename to target_events_of_person;
