-- When a link chose a password: its page says so to the person who opens it again.
alter table password_keys add column used_at timestamptz;
