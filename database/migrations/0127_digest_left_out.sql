-- People who don't get a digest although they are chosen or on a list of it.
create table digest_left_out (
  org_id uuid not null,
  digest_id uuid not null,
  user_id uuid not null,
  primary key (org_id, digest_id, user_id),
  foreign key (org_id, digest_id) references digests on delete cascade,
  foreign key (org_id, user_id) references users on delete cascade
);
create index digest_left_out_by_user on digest_left_out (org_id, user_id, digest_id);
alter table digest_left_out enable row level security;
create policy own_firm on digest_left_out using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- Whether the email begins with the name of its reader. Digests that exist stay as they are.
alter table digests add column greets boolean not null default false;
-- The postal address at the foot of each email.
alter table digest_mail_settings add column place text not null default '';
