-- Holds all that a past forecast sums up, so that it reads no fact besides.
drop index forecast_facts_by_close;
create index forecast_facts_by_close on forecast_facts (org_id, expected_close)
  include (since, until, owner_id, is_private, amount, chance, target_id);
