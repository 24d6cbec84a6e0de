-- Gives a person of the firm a sign-in email. Returns 'given', 'here' if another person of the firm has it, 'domain' if
-- another firm has verified its domain, or 'elsewhere' if a person of another firm has it. The firm that verified the
-- domain takes it over: see release_email. On a cluster, only callers that have changed a person can read people in the
-- transaction. There the caller guarantees the person and releases the email.
create or replace function claim_email(p_user uuid, p_email text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  v_owner text := owner_of_domain(split_part(p_email, '@', 2));
  v_held login_directory;
begin
  if not is_on_cluster() then
    if not exists (select 1 from users u where u.org_id = v_org and u.id = p_user) then return 'here'; end if;
  end if;
  if v_owner = 'another' then return 'domain'; end if;
  insert into login_directory (email, org_id, user_id) values (p_email, v_org, p_user) on conflict (email) do nothing;
  if not found then
    select * into v_held from login_directory d where d.email = p_email for update;
    if v_held.org_id = v_org then
      if v_held.user_id <> p_user then return 'here'; end if;
    elsif v_owner = 'own' then
      delete from login_directory d where d.email = p_email;
      insert into login_directory (email, org_id, user_id) values (p_email, v_org, p_user);
      if not is_on_cluster() then
        perform release_email(v_held.org_id, v_held.user_id, p_email);
      end if;
    else
      return 'elsewhere';
    end if;
  end if;
  delete from login_directory d where d.org_id = v_org and d.user_id = p_user and d.email <> p_email;
  return 'given';
end $$;
