import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, problemOf } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { useRouter } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { EngineProvider } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { isGuid } from '#core/contract/guid.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { TargetDialogs } from '../../client/TargetDialogs.tsx'
import { TargetPlaceProvider, targetLocation } from '../../client/targetPlace.ts'
import type { Target } from '../../contract.ts'
import type { ManagedPerson } from '../contract.ts'
import { type DirectEngine, openDirectEngine } from './directEngine.ts'
import { PipelineBand } from './PipelineBand.tsx'
import { useManagedPerson } from './useManagedPerson.ts'

const OwnedTargets = lazyComponent(
  () => import('./OwnedTargets.tsx').then((file) => file.OwnedTargets),
  <LoadingPlaceholder />,
)

/** Keeps one engine for all pages of the same pipeline, because Undo in a toast outlives the page that showed it. */
let current: DirectEngine | null = null

const engineOf = (person: ManagedPerson, zone: string): DirectEngine => {
  if (current?.actor.id === person.id) return current
  const { id, first_name, last_name, reads_only } = person
  current = openDirectEngine({ id, first_name, last_name, role: 'member' }, zone, reads_only)
  return current
}

/**
 * Provides rows, links, and calls of a managed person's pipeline. Other firm admins can only hand over, and read the
 * pipeline if the firm has org access.
 */
export function PersonPipeline({ uid, children }: { uid: string; children: (person: ManagedPerson) => ReactNode }) {
  const { person, problem } = useManagedPerson(uid)
  const isAdmin = useSession()?.user.role === 'admin'
  const [isHandingOver, setHandingOver] = useState(false)
  if (!isGuid(uid)) return <NotThere text={cannotFind('person')} />
  if (person?.reads_only && isHandingOver) return <OwnedTargets key={uid} uid={uid} />
  if (person)
    return (
      <Pipeline key={uid} person={person} onHandOver={() => setHandingOver(true)}>
        {children}
      </Pipeline>
    )
  if (person === undefined && !problem) return <LoadingPlaceholder />
  if (isAdmin) return <OwnedTargets key={uid} uid={uid} />
  return <NotThere text={problem ?? 'You don’t manage this person.'} />
}

type PipelineProps = {
  person: ManagedPerson
  onHandOver: () => void
  children: (person: ManagedPerson) => ReactNode
}

function Pipeline({ person, onHandOver, children }: PipelineProps) {
  const router = useRouter()
  const zone = useZone()
  const [engine] = useState(() => engineOf(person, zone))
  const [place] = useState(() => targetLocation(person.id))
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    engine.pull().then(
      () => isCurrent && setProblem(null),
      (thrown) => isCurrent && setProblem(formatReason(thrown)),
    )
    engine.onDone = (now: Target | null) => router.history.replace(place.listPath(now?.status ?? 'active'))
    return () => {
      isCurrent = false
    }
  }, [engine, place, router])
  if (problem && !engine.status.get().isLoaded) return <NotThere text={problem} />
  return (
    <EngineProvider engine={engine}>
      <TargetPlaceProvider value={place}>
        <PipelineBand person={person} onHandOver={onHandOver} />
        <TargetDialogs>{children(person)}</TargetDialogs>
      </TargetPlaceProvider>
    </EngineProvider>
  )
}

const formatReason = (thrown: unknown) =>
  thrown instanceof ApiError && thrown.isOffline
    ? `${thrown.message} Colleagues’ pipelines aren’t stored on this device.`
    : problemOf(thrown)

function NotThere({ text }: { text: string }) {
  return <EmptyState level={1} title={text} action={<Link to="/viewer/pipeline/people">People</Link>} />
}
