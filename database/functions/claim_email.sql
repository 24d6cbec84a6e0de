-- Gives a person of the firm a sign-in email. Returns 'given', 'here' if another person of the firm has it, 'domain' if
-- another firm has verified its domain, or 'elsewhere' if a person of another firm has it. The firm that verified the
-- domain takes it over: that person's sessions end, and the other firm's audit log records it. On a cluster, only
-- callers that have changed a person can read people in the transaction. There the caller guarantees the person, and
-- the other firm isn't notified.
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
        delete from sessions s where s.org_id = v_held.org_id and s.user_id = v_held.user_id;
        delete from password_keys k where k.org_id = v_held.org_id and k.user_id = v_held.user_id;
        insert into audit_log (org_id, id, actor_name, action, subject_id, subject, details)
          select u.org_id, gen_random_uuid(), '', 'person.address_claimed', u.id, trim(u.first_name || ' ' || u.last_name),
            jsonb_build_object('email', p_email)
          from users u where u.org_id = v_held.org_id and u.id = v_held.user_id;
      end if;
    else
      return 'elsewhere';
    end if;
  end if;
  delete from login_directory d where d.org_id = v_org and d.user_id = p_user and d.email <> p_email;
  return 'given';
end $$;
