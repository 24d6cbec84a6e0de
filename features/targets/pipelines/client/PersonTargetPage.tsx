import { hasLoaded, useRow, useSyncStatus } from '#core/client/sync.tsx'
import { Awaited } from '#core/ui/Awaited.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { words } from '../../client/words.ts'
import { targets } from '../../contract.ts'
import { TargetDetail } from '../../detail/client/TargetDetail.tsx'
import { PersonPipeline } from './PersonPipeline.tsx'

/** A target on a managed person's pipeline, at /viewer/pipeline/people/$uid/target/$id. */
export function PersonTargetPage({ uid, id }: { uid: string; id: string }) {
  return <PersonPipeline uid={uid}>{() => <OneTarget key={id} id={id} />}</PersonPipeline>
}

function OneTarget({ id }: { id: string }) {
  const target = useRow(targets, id)
  const isLoaded = useSyncStatus(hasLoaded)
  if (target) return <TargetDetail target={target} />
  return isLoaded ? <EmptyState level={1} title={words.notFoundPage} /> : <Awaited />
}
