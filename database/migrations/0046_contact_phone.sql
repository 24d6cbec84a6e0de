-- What the contact of a target is called by.
alter table targets add column contact_phone text not null default '';
update orgs set copies_after = '00000000-0000-0000-0000-000000000000';
