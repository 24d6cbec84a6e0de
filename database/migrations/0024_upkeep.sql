-- A change touches only what it is about. What it means for others it leaves as a note, which is followed after the commit, in
-- order, by one at a time for each firm: who overlaps with whom, how many pursue a company, whose copies say something old.

-- Only ever added to by changes, so that they wait for nothing that strangers share.
create table upkeep (
  org_id uuid not null,
  id bigint generated always as identity,
  -- what is pursued, by whom, openly or not, has changed
  target_id uuid,
  -- the name, or whether they are here, has changed
  user_id uuid,
  -- [{key, name, targets}]: so many targets more, or fewer, name a company
  companies jsonb,
  -- why it was set aside
  problem text,
  primary key (org_id, id)
);
create index upkeep_waiting on upkeep (org_id, id) where problem is null;

-- Targets of which everybody's copy has to be written anew.
create table copies_due (
  org_id uuid not null,
  target_id uuid not null,
  problem text,
  primary key (org_id, target_id)
);
create index copies_waiting on copies_due (org_id, target_id) where problem is null;

-- Open targets that colleagues may know of, by what they are found by: 'c:' and the company's key, 'p:' the person's, 'e:' the address.
-- It has one index alone: whatever the statistics say of a firm, there is one way to look something up.
create table target_lookups (
  org_id uuid not null,
  key text not null,
  target_id uuid not null,
  owner_id uuid not null,
  primary key (org_id, key, target_id)
);
insert into target_lookups
  select k.org_id, l.key, k.target_id, k.owner_id from target_keys k
  cross join lateral (values ('c:' || k.company_key), ('p:' || k.contact_key), ('e:' || k.email_key)) as l (key)
  where k.is_shown and length(l.key) > 2;
drop index target_keys_by_company;
drop index target_keys_by_contact;
drop index target_keys_by_email;
-- What a destroyed target was found by is needed once more, by those who overlapped with it.
alter table target_keys drop constraint target_keys_org_id_target_id_fkey;

insert into upkeep (org_id, target_id) select org_id, target_id from overlap_backlog order by org_id, target_id;
drop table overlap_backlog;

alter table upkeep enable row level security;
create policy own_firm on upkeep using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table copies_due enable row level security;
create policy own_firm on copies_due using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table target_lookups enable row level security;
create policy own_firm on target_lookups using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
