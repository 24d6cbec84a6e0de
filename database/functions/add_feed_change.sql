-- Adds to `app.feed_changes` what a transaction changed for a person, or for the whole firm without one. The process
-- reads the setting with the commit: see core/server/database/feedChanges.ts. NOTIFY inside the change would make all
-- commits wait for each other (see docs/decisions/0014).
create or replace function add_feed_change(p_org uuid, p_person uuid, p_what text, p_seq bigint default null) returns void language plpgsql as $$
begin
  perform set_config('app.feed_changes', concat(current_setting('app.feed_changes', true),
    json_strip_nulls(json_build_object('orgId', p_org, 'personId', coalesce(p_person::text, '*'), 'what', p_what, 'seq', p_seq::text)), ','), true);
end $$;
