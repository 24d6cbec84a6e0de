import { Navigate } from '#core/client/router/Navigate.tsx'
import { useSession } from '#core/client/session.ts'
import { hasLoaded, useRow, useSyncStatus } from '#core/client/sync.tsx'
import { UnknownPage } from '#core/client/UnknownPage.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { targetLabels } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { TargetDetail } from '../../detail/client/TargetDetail.tsx'
import { targetPath } from '../contract.ts'
import { PersonPipeline } from './PersonPipeline.tsx'

type Props = { uid?: string; part?: string; id?: string }

/**
 * Shows a target on a managed person's pipeline, at /viewer/pipeline/people/$uid/target/$id. Links from report details
 * lead here.
 */
export function PersonTargetPage({ uid = '', part = '', id = '' }: Props) {
  const me = useSession()?.user.id
  if (/^target[ _-]detail$/.test(part)) return <Navigate to={targetPath(uid, id)} replace />
  if (part !== 'target') return <UnknownPage />
  // The manager's own row in a report opens their own Target.
  if (uid === me) return <Navigate to="/target/$id" params={{ id }} replace />
  return <PersonPipeline uid={uid}>{() => <OneTarget key={id} id={id} />}</PersonPipeline>
}

function OneTarget({ id }: { id: string }) {
  const target = useRow(targetEndpoints, id)
  const isLoaded = useSyncStatus(hasLoaded)
  if (target) return <TargetDetail target={target} />
  return isLoaded ? <EmptyState level={1} title={targetLabels.notFoundPage} /> : <LoadingPlaceholder />
}
