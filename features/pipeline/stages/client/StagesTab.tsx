import { useQuery } from '#core/client/query.ts'
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
  const isOffline = !useIsOnline()
  const { value, problem, refresh, take } = useQuery(firmStages, undefined)
  const { value: counted } = useQuery(stageOutcomes, undefined)
  if (!value) return problem ? <FailedRead problem={problem} onAgain={refresh} /> : <LoadingPlaceholder />
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="You can change the stages when you’re back online." />
      <StagesForm
        key={value.version}
        stages={value}
        outcomes={counted?.outcomes ?? []}
        isOffline={isOffline}
        onSaved={take}
        onAgain={refresh}
      />
    </>
  )
}
