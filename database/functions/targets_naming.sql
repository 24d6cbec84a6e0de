-- The former name of targets_referencing_user, which the previous version still calls. The next release deletes this file.
create or replace function targets_naming(p_org uuid, p_user uuid) returns uuid[] language plpgsql stable as $$
begin
  return targets_referencing_user(p_org, p_user);
end $$;
