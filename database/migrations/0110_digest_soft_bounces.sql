-- Mails that fail for the time being end in a stop when it goes on: when the present series began, and the run whose mail was counted last.
alter table digest_bounces add column soft_since timestamptz, add column soft_run uuid;
