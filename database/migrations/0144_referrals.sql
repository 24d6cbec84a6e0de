-- Who or what a target came from: {"contact_id"}, {"user_id"}, or {"source"}, an entry of the firm's list.
alter table targets add column came_from jsonb;
create index targets_from_contact on targets (org_id, (came_from->>'contact_id')) where came_from->>'contact_id' is not null;

-- Referrals that people of the firm gave to contacts. `outcome` is 'open', 'work', or 'nothing'.
create table referrals (
  org_id uuid not null references orgs (id) on delete cascade,
  id uuid not null,
  contact_id uuid not null,
  user_id uuid not null,
  about text not null,
  day date not null,
  outcome text not null,
  created_at timestamptz not null,
  constraint referrals_pkey primary key (org_id, id)
);
create index referrals_to_contact on referrals (org_id, contact_id);
alter table referrals enable row level security;
create policy own_firm on referrals using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

update orgs set lists = lists || '{"referral_sources": ["Article or talk", "Conference", "Directory", "Former client", "Website"]}' where lists is not null;
