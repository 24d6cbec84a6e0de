-- A touch that was removed with its Target leaves the feeds.
create or replace function refresh_removed_touch() returns trigger language plpgsql as $$
begin
  perform refresh_touches(old.org_id, array[old.id]);
  return null;
end $$;
create or replace trigger refresh_removed_touch after delete on touches for each row
  execute function refresh_removed_touch();
