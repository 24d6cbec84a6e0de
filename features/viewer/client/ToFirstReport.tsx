import { Navigate } from '#core/client/router/Navigate.tsx'
import { useSearchParams } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { Viewer } from '../contract.ts'
import { firstReport, peopleReport, reportGroups } from './reportGroups.ts'
import { ViewerFrame } from './ViewerFrame.tsx'

/**
 * Redirects the bare URL to this person's first report, and `?peopleTarget` to the people or to the Targets of the
 * named person.
 */
export function ToFirstReport({ viewer }: { viewer: Viewer }) {
  const session = useSession()
  const { peopleTarget } = useSearchParams() as { peopleTarget?: unknown }
  const groups = reportGroups(viewer)
  const path = peopleTarget === undefined ? firstReport(groups, session) : peopleReport(viewer, String(peopleTarget))
  if (path) return <Navigate to={path} replace />
  return (
    <ViewerFrame here="pipeline">
      <EmptyState level={1} title={NO_DATA} />
    </ViewerFrame>
  )
}
