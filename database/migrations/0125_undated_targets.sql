-- Whether no one knows the day of its creation: an imported Target whose file named none. Its created_at is the latest day that it can have been.
alter table targets add column is_undated boolean not null default false;
update targets set is_undated = true where import_id is not null and not counts_as_created;
update target_events e set data = e.data || '{"undated": true}' from targets t
where t.org_id = e.org_id and t.id = e.target_id and t.is_undated and e.kind = 'targetCreated' and e.key = t.import_id;

-- Everyone's copies of these Targets say it too.
update orgs o set copies_after = '00000000-0000-0000-0000-000000000000'
where exists (select from targets t where t.org_id = o.id and t.is_undated);
