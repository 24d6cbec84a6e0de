-- The former name of claim_email, which the previous version still calls. The next release deletes this file.
create or replace function give_address(p_user uuid, p_email text) returns text language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return claim_email(p_user, p_email);
end $$;
