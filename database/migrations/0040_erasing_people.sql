-- A person who was erased: the row stays, so that what they did stays whole, and says nothing of them.
alter table users add column erased_at timestamptz;
