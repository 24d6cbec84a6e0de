-- What was chosen of a file that is not imported yet, and how files of a firm were mapped: offered for the next with the same headings.
alter table imports add column draft jsonb;
create table kept_mappings (
  org_id uuid not null references orgs (id),
  id uuid not null,
  kind text not null check (kind in ('targets', 'people')),
  -- of the headings, as they are compared
  headings_key text not null,
  mapping jsonb not null,
  file_name text not null,
  user_id uuid not null,
  saved_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, kind, headings_key)
);
alter table kept_mappings enable row level security;
create policy own_firm on kept_mappings using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
