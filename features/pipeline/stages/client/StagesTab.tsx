import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { firmStages, stageOutcomes } from '../queries.ts'
import { StagesForm } from './StagesForm.tsx'

/** Admin → Pipeline. */
export function StagesTab() {
  useTitle('Pipeline')
  // Another admin's change reaches this device with its session.
  const version = useSession()?.Org.stages?.version
  const isOffline = !useIsOnline()
  const { value, problem, refresh, take } = useQuery(firmStages, undefined, { when: version })
  const { value: counted } = useQuery(stageOutcomes, undefined)
  if (!value) return problem ? <FailedRead problem={problem} onAgain={refresh} /> : <LoadingPlaceholder />
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="You can change the stages when you’re back online." />
      <StagesForm
        stages={value}
        outcomes={counted?.outcomes ?? []}
        isOffline={isOffline}
        onSaved={take}
        onAgain={refresh}
      />
    </>
  )
}
