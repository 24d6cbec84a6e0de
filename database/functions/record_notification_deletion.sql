-- Notifies devices of a deletion. Deleting the person deletes everything. Runs firm by firm: a cluster can't join
-- deleted rows.
create or replace function record_notification_deletion() returns trigger language plpgsql as $$
declare
  deleted record;
begin
  for deleted in select l.org_id as firm, array_agg(l.id) as ids, array_agg(l.user_id) as people from lines l where not l.is_past group by l.org_id loop
    insert into notifications_gone (org_id, id, user_id)
    select u.org_id, l.id, u.id from users u join unnest(deleted.ids, deleted.people) l (id, person) on l.person = u.id where u.org_id = deleted.firm
    on conflict do nothing;
  end loop;
  return null;
end $$;
create or replace trigger record_notification_deletion after delete on notifications referencing old table as lines for each statement execute function record_notification_deletion();
