-- Everybody began with 0, before there were Insights that it keeps people from. From now on it is given.
update users set settings = settings - 'key-org_report' where settings ->> 'key-org_report' = '0';
