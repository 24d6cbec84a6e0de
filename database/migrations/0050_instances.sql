-- Deployments beside each other, as the operators of this one list them: which one a login belongs to. A domain is at one of them.
create table instances (
  key text primary key,
  name text not null,
  url text,
  is_own boolean not null default false,
  constraint instances_reached check (is_own or url is not null)
);
create unique index instances_own on instances (is_own) where is_own;
alter table instances enable row level security;
revoke all on instances from pursuit_app;

create table instance_domains (
  domain text primary key,
  instance_key text not null references instances on update cascade on delete cascade
);
create index instance_domains_by_instance on instance_domains (instance_key, domain);
alter table instance_domains enable row level security;
revoke all on instance_domains from pursuit_app;
