-- What lists and suggestions read, so that they cost the same in a firm of a hundred thousand targets.

-- Said by the copy itself: who counts another's targets need not look at each of them.
alter table target_people add column is_private boolean not null generated always as (coalesce(doc ~ '"private" ?: ?true', false)) stored;
drop index target_people_by_status;
create index target_people_by_status on target_people (org_id, user_id, status) include (response, is_private) where not gone;

create index companies_by_targets on companies (org_id, targets desc, key) where targets > 0;

-- The name of a company from each of its words on: what is typed begins one of them.
create table company_starts (
  org_id uuid not null,
  start text collate "C" not null,
  key text not null,
  primary key (org_id, start, key),
  foreign key (org_id, key) references companies (org_id, key) on delete cascade
);
alter table company_starts enable row level security;
create policy own_firm on company_starts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
insert into company_starts (org_id, start, key)
select distinct c.org_id, substr(c.key, at), c.key
from companies c, generate_series(1, length(c.key)) at
where at = 1 or (substr(c.key, at - 1, 1) !~ '[[:alnum:]]' and substr(c.key, at, 1) ~ '[[:alnum:]]');
