-- Who last changed a field, and what that wrote over unseen: see features/targets/editConflicts.ts.
alter table targets add column edits jsonb not null default '{}';
alter table tasks add column edit jsonb;
alter table notes add column edit jsonb;
update orgs set copies_after = '00000000-0000-0000-0000-000000000000';
