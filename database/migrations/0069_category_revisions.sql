-- Of two operators who edit a category at once, the later one is told, as with lessons.
alter table lesson_categories add column revision integer not null default 0;
