import { Navigate } from '@tanstack/react-router'
import { useSession } from '#core/client/session.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { Viewer } from '../contract.ts'
import { firstReport, reportGroups } from './reportGroups.ts'
import { ViewerFrame } from './ViewerFrame.tsx'

/** The bare address leads to the report that comes first for this person. */
export function ToFirstReport({ viewer }: { viewer: Viewer }) {
  const session = useSession()
  const path = firstReport(reportGroups(viewer), session)
  if (path) return <Navigate to={path} replace />
  return (
    <ViewerFrame here="pipeline">
      <EmptyState level={1} title={NO_DATA} />
    </ViewerFrame>
  )
}
