-- Gives a lesson of the curriculum a video that operators have sent, in the transaction in which it becomes a file. Definer: the role of the
-- application writes nothing else of lessons, and this alone for a firm of operators and a video of its own. Says whether there is such a lesson.
-- On a cluster nobody but who has changed rows of a firm may look at them in the same transaction: there the caller says what the video is, and answers for it.
create or replace function set_lesson_video(p_lesson uuid, p_video uuid, p_captions text, p_host text default null, p_seconds float8 default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  firm uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not public.is_on_cluster() then
    select v.public_id, v.seconds into p_host, p_seconds from public.videos v
    where v.org_id = firm and v.file_id = p_video and v.is_for_all
      and exists (select from public.users u where u.org_id = firm and u.role = 'operator');
  end if;
  if p_host is null then return false; end if;
  update public.lessons l set video_id = p_video, host_id = p_host, seconds = greatest(1, ceil(p_seconds)::int),
    captions = coalesce(p_captions, l.captions), revision = l.revision + 1, changed_at = now()
  where l.id = p_lesson;
  return found;
end $$;
revoke execute on function set_lesson_video(uuid, uuid, text, text, float8) from public;
grant execute on function set_lesson_video(uuid, uuid, text, text, float8) to pursuit_app;
