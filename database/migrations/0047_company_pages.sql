-- By which company a target is found, whatever became of it: the name as overlaps compare it, '' where nothing is left of it.
-- Targets that were there before have none until upkeep has seen them.
alter table targets add column company_key text;
create index targets_by_company on targets (org_id, company_key) where company_key <> '';
insert into upkeep (org_id, target_id) select org_id, id from targets where company <> '' order by org_id, id;

-- What the company of a target was called before: old links lead to it.
create table target_former_companies (
  org_id uuid not null,
  target_id uuid not null,
  company_key text not null,
  primary key (org_id, target_id, company_key),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create index target_former_companies_by_company on target_former_companies (org_id, company_key);
alter table target_former_companies enable row level security;
create policy own_firm on target_former_companies using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
