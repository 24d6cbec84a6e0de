-- Reports of a large firm read hundreds of thousands of events and scores: what they count stands in the indexes that find it, so that no row is fetched for it.

-- The due day of a step that was done, as it was said.
alter table target_events add column due text generated always as (data->>'due') stored;
create index target_events_of_person on target_events (org_id, person_id, at) include (target_id, kind, due, undone);
drop index target_events_by_person;

alter table score_days drop constraint score_days_pkey;
alter table score_days add primary key (org_id, user_id, day) include (score, own_score);
