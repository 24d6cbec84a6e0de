-- The row lock lets closing a firm also end sessions started just before.
create or replace function refuse_closed() returns trigger language plpgsql as $$
begin
  perform from orgs where id = new.org_id and not is_closed for share;
  if not found then raise exception 'This firm is closed.' using errcode = 'PU001'; end if;
  return new;
end $$;
create or replace trigger refuse_closed before insert on sessions for each row execute function refuse_closed();
