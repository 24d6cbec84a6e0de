-- A worksheet that was taken off its lesson: nobody fills it in, and its answers stay readable by those who wrote them.
alter table worksheets add column taken_off_at timestamptz;
