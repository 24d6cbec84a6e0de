-- When it was forgotten who got a run, but for what a digest that goes again must know; and runs that nobody was meant for.
alter table digest_runs add column forgotten_at timestamptz;
create index digest_runs_to_forget on digest_runs (ended_at) where forgotten_at is null;
alter table digest_runs drop constraint digest_runs_state_check;
alter table digest_runs add constraint digest_runs_state_check check (state in ('sending', 'done', 'nothing_new', 'not_sent'));
