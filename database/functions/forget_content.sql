-- Deletes people's data on an item with it: for the vendor's in all firms, except on a cluster, where triggers can't
-- write to other nodes.
create or replace function forget_content() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.is_for_all and not is_on_cluster() then
    delete from content_marks m where m.content_id = old.id;
  else
    delete from content_marks m where m.org_id = old.org_id and m.content_id = old.id;
  end if;
  return null;
end $$;
create or replace trigger forget_content after delete on contents for each row execute function forget_content();
revoke execute on function forget_content() from public;
