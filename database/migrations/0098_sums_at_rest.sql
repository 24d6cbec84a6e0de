-- When sums were last taken back: they are made again a while later, since what comes late comes in dozens.
alter table score_clocks add column forgotten_at timestamptz;
