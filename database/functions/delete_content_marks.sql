-- Deletes people's data on an item with it: for the vendor's in all firms, except on a cluster, where triggers can't
-- write to other nodes.
create or replace function delete_content_marks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.is_for_all and not is_on_cluster() then
    delete from content_marks m where m.content_id = old.id;
  else
    delete from content_marks m where m.org_id = old.org_id and m.content_id = old.id;
  end if;
  return null;
end $$;
create or replace trigger delete_content_marks after delete on contents for each row execute function delete_content_marks();
revoke execute on function delete_content_marks() from public;
