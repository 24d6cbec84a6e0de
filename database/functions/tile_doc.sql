-- The former name of target_view, which the previous version still calls. The next release deletes this file.
create or replace function tile_doc(p_org uuid, p_target uuid, p_user uuid, p_whole boolean default false) returns text
language plpgsql stable as $$
begin
  return target_view(p_org, p_target, p_user, p_whole);
end $$;
