-- An event without a person counts for no one: what an import brought, and the placeholder 'Identify next steps' that was replaced or closed.
alter table target_events alter column person_id drop not null;
update target_events e set person_id = null where e.kind = 'stepDone' and e.data->>'description' = 'Identify next steps';
update target_events e set person_id = null from imports i where i.org_id = e.org_id and i.id = e.key;

-- Whether its creation was a day's work of its owner: an imported Target's only where the file said when, before the import.
alter table targets add column counts_as_created boolean not null default true;
update targets t set counts_as_created = false from imports i
where i.org_id = t.org_id and i.id = t.import_id
  and (t.created_at = t.completed_at or (t.created_at at time zone 'UTC')::date >= (i.created_at at time zone 'UTC')::date);

-- The placeholders that imports invented, with their dates: everyone's copies of the Targets of these firms are written again.
update orgs o set copies_after = '00000000-0000-0000-0000-000000000000' where exists (
  select from targets t join tasks k on k.org_id = t.org_id and k.target_id = t.id
  where t.org_id = o.id and t.import_id is not null and k.description = 'Identify next steps' and k.completed_at is null and k.created_at = t.created_at);
delete from tasks k using targets t
where t.org_id = k.org_id and t.id = k.target_id and t.import_id is not null
  and k.description = 'Identify next steps' and k.completed_at is null and k.created_at = t.created_at;

-- All scores are made again by the new rule.
update score_clocks set through = null, summed = null;

-- What reports count of a person's Targets stands in the index that finds them.
create index targets_by_owner on targets (org_id, owner_id, status, created_at)
  include (id, is_private, type, value, projected_revenue, revenue, completed_at, company_key, counts_as_created, modified_at);
drop index targets_of_owner;
alter index targets_by_owner rename to targets_of_owner;
