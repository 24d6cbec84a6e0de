-- People outside the firm, on the Targets of the firm's people. Targets keep the fields of their first contact, so that
-- processes of the previous version go on. A background task makes the contacts of existing Targets.
create table contacts (
  org_id uuid not null,
  id uuid not null,
  first_name text not null,
  last_name text not null,
  title text not null,
  company text not null,
  emails text[] not null,
  phones text[] not null,
  note text not null,
  -- The folded name, the last name first.
  sort_key text not null collate "C",
  name_key text not null,
  company_key text not null,
  -- On private Targets only, or on none. No one learns from an address that it belongs to such a contact.
  is_private boolean not null,
  -- Lists the contact as long as it's on no Target.
  kept_by uuid,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  merged_into uuid,
  primary key (org_id, id)
);
create index contacts_by_name on contacts (org_id, name_key, company_key) where merged_into is null;
create index contacts_in_order on contacts (org_id, sort_key, id) where merged_into is null;
create index contacts_at_company on contacts (org_id, company_key) where company_key <> '' and merged_into is null;
create table contact_emails (
  org_id uuid not null,
  email text not null,
  contact_id uuid not null,
  is_private boolean not null,
  primary key (org_id, email, contact_id)
);
-- An address belongs to one contact of a firm.
create unique index contact_of_email on contact_emails (org_id, email) where not is_private;
create index emails_of_contact on contact_emails (org_id, contact_id);
-- Words that find a contact by their beginning.
create table contact_words (
  org_id uuid not null,
  word text not null collate "C",
  sort_key text not null collate "C",
  contact_id uuid not null,
  primary key (org_id, contact_id, word)
);
create index contacts_by_word on contact_words (org_id, word, sort_key, contact_id);
-- The first contact of a Target is at place 0.
create table target_contacts (
  org_id uuid not null,
  target_id uuid not null,
  contact_id uuid not null,
  role text not null,
  place int not null,
  primary key (org_id, target_id, contact_id),
  foreign key (org_id, target_id) references targets (org_id, id) on delete cascade
);
create index targets_of_contact on target_contacts (org_id, contact_id);
-- People who see a contact, with its number in their feed. Managers see more: see features/contacts/server/seeing.ts.
create table contact_people (
  org_id uuid not null,
  user_id uuid not null,
  contact_id uuid not null,
  seq bigint not null,
  gone boolean not null,
  -- One of the Targets isn't private, so the person's managers see the contact.
  is_shown boolean not null,
  primary key (org_id, user_id, contact_id)
);
create index contact_feed on contact_people (org_id, user_id, seq);
create index people_of_contact on contact_people (org_id, contact_id);
create table contact_events (
  org_id uuid not null,
  contact_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  by_name text not null,
  kind text not null,
  at timestamptz not null,
  data jsonb not null,
  key uuid not null,
  primary key (org_id, contact_id, id)
);
alter table contacts enable row level security;
create policy own_firm on contacts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table contact_emails enable row level security;
create policy own_firm on contact_emails using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table contact_words enable row level security;
create policy own_firm on contact_words using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table target_contacts enable row level security;
create policy own_firm on target_contacts using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table contact_people enable row level security;
create policy own_firm on contact_people using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table contact_events enable row level security;
create policy own_firm on contact_events using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- The last Target whose contacts were made, null once all are.
alter table orgs add column contacts_after uuid;
update orgs set contacts_after = '00000000-0000-0000-0000-000000000000';
update orgs set lists = lists || '{"contact_roles": ["Decision maker", "Influencer", "Gatekeeper", "Introducer", "Other"]}' where lists is not null;
-- The merged contact's fields, addresses, and links, to undo the merge.
create table contact_merges (
  org_id uuid not null,
  contact_id uuid not null,
  into_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  data jsonb not null,
  primary key (org_id, contact_id)
);
create index merges_into_contact on contact_merges (org_id, into_id);
alter table contact_merges enable row level security;
create policy own_firm on contact_merges using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
