-- Attaches an operator's video to a curriculum lesson, in the transaction that stores its file. Security definer,
-- because the application's role can't otherwise write lessons, and limited to a firm of operators and its own video.
-- Returns whether the lesson exists. On a cluster, only a transaction that has changed a firm's rows can read them.
-- There the caller describes the video and guarantees it.
create or replace function set_lesson_video(p_lesson uuid, p_video uuid, p_captions text, p_host text default null, p_seconds float8 default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  firm uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  if not public.is_on_cluster() then
    select v.public_id, v.seconds into p_host, p_seconds from public.videos v
    where v.org_id = firm and v.file_id = p_video and v.is_for_all
      and exists (select 1 from public.users u where u.org_id = firm and u.role = 'operator');
  end if;
  if p_host is null then return false; end if;
  update public.lessons l set video_id = p_video, host_id = p_host, seconds = greatest(1, ceil(p_seconds)::int),
    captions = coalesce(p_captions, l.captions), revision = l.revision + 1, changed_at = now()
  where l.id = p_lesson;
  return found;
end $$;
revoke execute on function set_lesson_video(uuid, uuid, text, text, float8) from public;
grant execute on function set_lesson_video(uuid, uuid, text, text, float8) to pursuit_app;
