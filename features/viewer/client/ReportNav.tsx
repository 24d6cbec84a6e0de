import { Link, useLocation } from '@tanstack/react-router'
import { useReading } from '#core/client/reading.ts'
import { viewerReading } from '../contract.ts'
import { reportPath } from '../reportPaths.ts'
import { SCHEDULES } from '../schedules/paths.ts'
import s from './ReportNav.module.css'
import { reportGroups } from './reportGroups.ts'

/** The reports below the Viewer's line in the rail. What is looked at stays the same from one to the next. */
export function ReportNav() {
  const { value } = useReading(viewerReading, undefined)
  const { pathname, search } = useLocation()
  if (!value) return null
  const { view, start, end, from } = search as Record<string, unknown>
  const isHere = (code: string, path: string) =>
    pathname === reportPath('made-of') ? code === from : pathname === path || pathname.startsWith(`${path}/`)
  return (
    <div className={s.nav}>
      {reportGroups(value).map(({ title, reports }) => (
        <section key={title} aria-label={title}>
          <h2 className={s.title}>{title}</h2>
          {reports.map(({ code, name, path }) => (
            <Link
              key={code}
              to={path}
              search={{ view, start, end } as never}
              className={s.link}
              aria-current={isHere(code, path) ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </section>
      ))}
      <section aria-label="By Mail">
        <h2 className={s.title}>By Mail</h2>
        <Link to={SCHEDULES} className={s.link} aria-current={pathname === SCHEDULES ? 'page' : undefined}>
          Mailed reports
        </Link>
      </section>
    </div>
  )
}
