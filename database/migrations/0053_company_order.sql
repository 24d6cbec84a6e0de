-- A company's page goes through its targets from the newest, no further than it shows.
drop index targets_by_company;
create index targets_by_company on targets (org_id, company_key, created_at desc, id) where company_key <> '';
