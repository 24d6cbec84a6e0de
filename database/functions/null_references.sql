-- Keeps what a deleted group or person started, without an owner.
create or replace function null_references() returns trigger language plpgsql as $$
begin
  if tg_table_name like 'groups%' then
    update lesson_assignments a set group_id = null where a.org_id = old.org_id and a.group_id = old.id;
  else
    update report_schedule_runs r set asked_by = null where r.org_id = old.org_id and r.asked_by = old.id;
  end if;
  return old;
end $$;
create or replace trigger null_references before delete on groups for each row execute function null_references();
create or replace trigger null_references before delete on users for each row execute function null_references();
