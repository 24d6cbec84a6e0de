-- The former name of rebuild_target_views, which the previous version still calls. The next release deletes this file.
create or replace function refresh_docs(p_org uuid, p_targets uuid[]) returns void language plpgsql as $$
begin
  perform rebuild_target_views(p_org, p_targets);
end $$;
