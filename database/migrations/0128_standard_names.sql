-- Standard names for tables. Views under the former names serve processes of the previous version during a rolling
-- upgrade. They can be written through and bypass no row-level security. The next release drops them.
alter table guesses rename to rate_limits;
alter table rate_limits rename constraint guesses_pkey to rate_limits_pkey;
alter index guesses_by_age rename to rate_limits_by_age;
create view guesses with (security_invoker = true) as select * from rate_limits;

alter table passkey_asks rename to passkey_challenges;
alter table passkey_challenges rename constraint passkey_asks_pkey to passkey_challenges_pkey;
alter index passkey_asks_by_age rename to passkey_challenges_by_age;
create view passkey_asks with (security_invoker = true) as select * from passkey_challenges;

alter table set_up rename to setup_token;
alter table setup_token rename constraint set_up_pkey to setup_token_pkey;
alter table setup_token rename constraint set_up_is_only_check to setup_token_is_only_check;
create view set_up with (security_invoker = true) as select * from setup_token;
