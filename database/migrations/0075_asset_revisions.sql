-- Of two who edit an asset at once, the later one is told: an old form must not give back what was taken away.
alter table assets add column revision integer not null default 0;
