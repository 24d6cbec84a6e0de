-- Gives a lesson of the curriculum a video that operators have sent, in the transaction in which it becomes a file. Definer: the role of the
-- application writes nothing else of lessons, and this alone for a firm of operators and a video of its own. Says whether there is such a lesson.
create or replace function give_lesson_video(p_lesson uuid, p_video uuid, p_captions text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  firm uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not exists (select from public.users u where u.org_id = firm and u.role = 'operator') then return false; end if;
  update public.lessons l set video_id = v.file_id, host_id = v.public_id, seconds = greatest(1, ceil(v.seconds)::int),
    captions = coalesce(p_captions, l.captions), revision = l.revision + 1, changed_at = now()
  from public.videos v where l.id = p_lesson and v.org_id = firm and v.file_id = p_video and v.is_for_all;
  return found;
end $$;
revoke execute on function give_lesson_video(uuid, uuid, text) from public;
grant execute on function give_lesson_video(uuid, uuid, text) to pursuit_app;
