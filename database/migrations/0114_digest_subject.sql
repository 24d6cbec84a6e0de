-- The subject of a digest's email and what mail programs show beside it; empty, they are the title and the description.
alter table digests add column subject text not null default '', add column preheader text not null default '';
