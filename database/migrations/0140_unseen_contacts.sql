-- Since when no one sees the contact, as the daily job found it. Null if someone does.
alter table contacts add column unseen_at timestamptz;
