-- How many times somebody opened an asset: reading in it for a while is one time.
alter table asset_readers add column times integer not null default 1;
