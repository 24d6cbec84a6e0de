-- The former name of set_lesson_video, which the previous version still calls. The next release deletes this file.
create or replace function give_lesson_video(p_lesson uuid, p_video uuid, p_captions text, p_host text default null, p_seconds float8 default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return public.set_lesson_video(p_lesson, p_video, p_captions, p_host, p_seconds);
end $$;
revoke execute on function give_lesson_video(uuid, uuid, text, text, float8) from public;
grant execute on function give_lesson_video(uuid, uuid, text, text, float8) to pursuit_app;
