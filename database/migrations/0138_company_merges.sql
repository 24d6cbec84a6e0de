-- Companies that are the same one under different names. Each row is an edge from the key of one name to another.
create table company_merges (
  org_id uuid not null,
  company_key text not null,
  into_key text not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (org_id, company_key)
);
create index merges_into_company on company_merges (org_id, into_key);
alter table company_merges enable row level security;
create policy own_firm on company_merges using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
