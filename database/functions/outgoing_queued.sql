create or replace function outgoing_queued() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.enqueue_outgoing(new.id, new.org_id, new.channel);
  return null;
end $$;
revoke execute on function outgoing_queued() from public;
create or replace trigger outgoing_queued after insert or update of queued_at on outgoing
  for each row execute function outgoing_queued();
