-- Mails of digests that are leaving together. What came of each is noted without waiting for the disk; this is on the disk before the first leaves.
create table digest_batches (
  org_id uuid not null references orgs,
  id uuid not null,
  run_id uuid not null,
  part integer not null,
  user_ids uuid[] not null,
  primary key (org_id, id),
  foreign key (org_id, run_id) references digest_runs on delete cascade
);
create index digest_batches_by_run on digest_batches (org_id, run_id, part);
alter table digest_batches enable row level security;
create policy own_firm on digest_batches using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Empty after a crash of the database, and on a replica that takes its place: then notes may have been lost with it.
create unlogged table digest_batch_marks (
  org_id uuid not null,
  id uuid not null,
  primary key (org_id, id)
);
alter table digest_batch_marks enable row level security;
create policy own_firm on digest_batch_marks using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
