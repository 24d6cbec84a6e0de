-- How many days a firm keeps what is written about its people's doings; what is not named is kept as long as the product says.
alter table orgs add column retention jsonb not null default '{}';
