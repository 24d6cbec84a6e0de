-- contract: since 0128: statements name who works as a person. A setting of the transaction did so before.
alter table target_events alter column by_name set default '';
alter table once_only alter column by_user_id drop default;
