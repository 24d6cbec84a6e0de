-- Where rows are spread by firm, what is unique can only be kept within one. An id is no other's by the way it is made; an export of a firm is one of the operators' firm that asked.
drop index sign_on_providers_by_id;
create index sign_on_providers_by_id on sign_on_providers (id);
drop index firm_exports_running;
create unique index firm_exports_running on firm_exports (org_id, firm_id) where state = 'running';

-- A policy there may not ask another table: what is of a content for all firms says so itself.
alter table content_tags add column is_for_all boolean not null default false;
update content_tags t set is_for_all = true from contents c where c.org_id = t.org_id and c.id = t.content_id and c.is_for_all;
drop policy for_all on content_tags;
create policy for_all on content_tags for select using (is_for_all);
