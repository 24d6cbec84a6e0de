import { useQuery } from '#core/client/query.ts'
import { useLocation } from '#core/client/router/useRouter.ts'
import { RailNav } from '#core/client/shell/RailNav.tsx'
import { viewerQuery } from '../contract.ts'
import { SCHEDULES } from '../schedules/paths.ts'
import { reportGroups } from './reportGroups.ts'

const byMail = { title: 'By email', links: [{ label: 'Scheduled reports', to: SCHEDULES }] }

/**
 * Lists the reports below the Viewer in the navigation rail. The audience and dates carry over from one to the next.
 */
export function ReportNav() {
  const { value } = useQuery(viewerQuery, undefined)
  const { pathname, search } = useLocation()
  if (!value) return null
  const { view, start, end, from } = search as Record<string, unknown>
  const groups = reportGroups(value)
  // The rows behind a figure belong to the report that led there.
  const opened = groups.flatMap(({ reports }) => reports).find(({ code }) => code === from)
  const isListed = groups.some(({ reports }) => reports.some(({ path }) => path === pathname))
  const open = isListed ? undefined : opened?.path
  const reports = groups.map(({ title, reports: listed }) => ({
    title,
    links: listed.map(({ name, path }) => ({ label: name, to: path })),
  }))
  return <RailNav groups={[...reports, byMail]} search={{ view, start, end }} open={open} />
}
