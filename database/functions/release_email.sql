-- Ends the sessions and password links of a person whose sign-in email another firm has claimed, and records it in the
-- audit log of the person's firm.
create or replace function release_email(p_org uuid, p_user uuid, p_email text) returns void language plpgsql as $$
begin
  delete from sessions s where s.org_id = p_org and s.user_id = p_user;
  delete from password_keys k where k.org_id = p_org and k.user_id = p_user;
  insert into audit_log (org_id, id, actor_name, action, subject_id, subject, details)
    select u.org_id, gen_random_uuid(), '', 'person.address_claimed', u.id, trim(u.first_name || ' ' || u.last_name),
      jsonb_build_object('email', p_email)
    from users u where u.org_id = p_org and u.id = p_user;
end $$;
revoke execute on function release_email(uuid, uuid, text) from public;
