-- What people made of a content that is deleted goes with it: of the vendor's, in all firms, but for a cluster, where no trigger may write to other nodes.
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
