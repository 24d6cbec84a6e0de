-- What each person had done by the end of each day, so that a report over years takes the difference of two days instead of reading events.
-- All of it without private Targets, since the beginning. Null where it has to be made again.

alter table score_days
  add column events integer,
  add column steps integer,
  -- of the steps: with a due day, done after it, and on what somebody else owns now
  add column dated integer,
  add column late integer,
  add column helping integer,
  -- half points of what counts for the score
  add column half_points integer,
  -- of the scores of all days, and how many there are
  add column score_sum integer,
  add column scored integer;

-- The last day whose sums hold: later ones are not read.
alter table score_clocks add column summed date;

-- Private Targets that were destroyed: what was done on them stays in nobody's figures but the owner's.
create table private_remains (
  org_id uuid not null references orgs,
  target_id uuid not null,
  primary key (org_id, target_id)
);
alter table private_remains enable row level security;
create policy own_firm on private_remains using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);

-- Whose Targets changed their status when, without reading all events.
create index target_events_of_status on target_events (org_id, person_id, at) include (target_id, kind, undone)
  where kind in ('targetWon', 'targetLost', 'targetHeld', 'targetTrashed', 'targetPursued', 'changeUndone');
