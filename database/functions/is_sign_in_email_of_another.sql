-- Returns whether someone else, in any firm, signs in with this email address.
create or replace function is_sign_in_email_of_another(p_user uuid, p_email text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select 1 from login_directory d where d.email = p_email
    and (d.org_id <> nullif(current_setting('app.org_id', true), '')::uuid or d.user_id <> p_user))
$$;
revoke execute on function is_sign_in_email_of_another(uuid, text) from public;
grant execute on function is_sign_in_email_of_another(uuid, text) to pursuit_app;
