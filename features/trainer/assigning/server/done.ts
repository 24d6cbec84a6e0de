import { sql } from 'kysely'

/** SQL over an assignment `a`: whether the person has done the lesson, or all published ones of the category. */
export const allDone = sql<boolean>`case when a.lesson_id is not null
  then exists (select 1 from lesson_progress p where p.org_id = a.org_id and p.user_id = a.user_id and p.lesson_id = a.lesson_id and p.done_at is not null)
  else not exists (select 1 from shared_lessons l where l.category_id = a.category_id and l.state = 'published'
    and not exists (select 1 from lesson_progress p where p.org_id = a.org_id and p.user_id = a.user_id and p.lesson_id = l.id and p.done_at is not null)) end`
