-- Gives a person of the firm another address to sign in with, or the first. False: it is taken, here or elsewhere. On a cluster nobody but who has
-- changed a person may look at them in the same transaction: there the caller answers for it that the firm has the person.
create or replace function take_address(p_user uuid, p_email text) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not is_on_cluster() then
    if not exists (select 1 from users u where u.org_id = v_org and u.id = p_user) then return false; end if;
  end if;
  insert into login_directory (email, org_id, user_id) values (p_email, v_org, p_user) on conflict (email) do nothing;
  if not found then
    return exists (select 1 from login_directory d where d.email = p_email and d.org_id = v_org and d.user_id = p_user);
  end if;
  delete from login_directory d where d.org_id = v_org and d.user_id = p_user and d.email <> p_email;
  return true;
end $$;
