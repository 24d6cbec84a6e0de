-- Names stand in everybody's copy of a target: those are written anew, whoever changed the person and how.
create or replace function note_person() returns trigger language plpgsql as $$
declare
  named uuid[];
begin
  named := targets_naming(new.org_id, new.id);
  -- First the targets, as every action does: a copy that is older than somebody's action must not replace a newer one.
  perform 1 from targets t where t.org_id = new.org_id and t.id = any(named) order by t.id for update;
  if (new.deactivated_at is null) <> (old.deactivated_at is null) then
    update target_keys k set is_shown = not t.is_private and new.deactivated_at is null
    from targets t where t.org_id = k.org_id and t.id = k.target_id and k.org_id = new.org_id and k.owner_id = new.id;
  end if;
  perform refresh_docs(new.org_id, named);
  return null;
end $$;
create or replace trigger note_person after update of first_name, last_name, deactivated_at on users for each row
  when (new.first_name <> old.first_name or new.last_name <> old.last_name or (new.deactivated_at is null) <> (old.deactivated_at is null))
  execute function note_person();
