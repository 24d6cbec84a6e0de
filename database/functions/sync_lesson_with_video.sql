-- Copies a firm's video data, changed here or by the firm's key, to its lesson. A deleted video archives the lesson,
-- where watched time still counts.
create or replace function sync_lesson_with_video() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update firm_lessons set state = 'archived', archived_at = now(), changed_at = now(), video_id = null
    where org_id = old.org_id and video_id = old.file_id and state <> 'archived';
  else
    update firm_lessons set title = left(new.name, 100), description = left(new.description, 110), seconds = greatest(1, ceil(new.seconds)::int),
      captions = coalesce(new.captions, ''), changed_at = now()
    where org_id = new.org_id and video_id = new.file_id;
  end if;
  return null;
end $$;
create or replace trigger sync_lesson_with_video after update or delete on videos for each row execute function sync_lesson_with_video();
