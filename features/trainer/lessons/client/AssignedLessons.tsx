import { Link } from '#core/client/router/Link.tsx'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, daysBetween, formatDue } from '#core/contract/dates.ts'
import type { ShownLesson } from '../shown.ts'
import s from './Lessons.module.css'

const FIRST = 3

/** Lists unfinished assignments, most urgent first. Renders nothing if there are none. */
export function AssignedLessons({ lessons }: { lessons: readonly ShownLesson[] }) {
  const today = dayIn(useZone(), new Date())
  const asked = lessons
    .flatMap((lesson) => (lesson.assigned && lesson.watched.done === 'no' ? [{ ...lesson, ...lesson.assigned }] : []))
    .sort((a, b) => (a.due ?? '9999').localeCompare(b.due ?? '9999'))
  if (asked.length === 0) return null
  return (
    <section className={`mb16 rounded ${s.assigned}`} aria-labelledby="assigned-to-you">
      <h2 className="body" id="assigned-to-you">
        Assigned to you
      </h2>
      <ul className="mt4">
        {asked.slice(0, FIRST).map(({ id, title, by, due, watched }) => (
          <li key={id} className="row wrap">
            <Link className="strong link" to={`/lesson/${id}`}>
              {title}
            </Link>
            <span className="dim">by {by}</span>
            {watched.percent > 0 && <span className="small strong accent">{watched.percent}%</span>}
            {due !== null && (
              <span className={`small strong ${daysBetween(due, today) > 0 ? 'bad' : 'accent'}`}>
                {formatDue(due, today)}
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked.length > FIRST && <p className="cap">and {asked.length - FIRST} more, marked below</p>}
    </section>
  )
}
