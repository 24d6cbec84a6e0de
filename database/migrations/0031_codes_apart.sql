-- Tries at the recovery codes of a waiting login, apart from those at the codes of texts and apps.
alter table login_challenges add column recovery_tries int not null default 0;
