-- The digest of an upload is held by the process that takes it, or made of the whole at its end. See core/server/files/digests.ts.
alter table uploads drop column digest;
