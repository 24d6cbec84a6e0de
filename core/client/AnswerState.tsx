import { refreshesOnline } from '#core/contract/phrases.ts'
import { relativeTime } from '#core/contract/times.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { hasSettled, type LoadedQuery } from './query.ts'

type Props = {
  of: Pick<LoadedQuery<unknown>, 'value' | 'at' | 'isOffline' | 'problem' | 'isRefused' | 'refresh'>
  problem?: string | null
  /** Leave it off where a table has its own placeholder. */
  isAwaited?: boolean
}

/** Shows how old a cached response is when it can't be refreshed, or why it can't, with a retry button. */
export function AnswerState({ of, problem: other, isAwaited = false }: Props) {
  const { value, at, isOffline, problem, isRefused, refresh } = of
  return (
    <>
      {isOffline && value !== undefined && at && (
        <p className="cap" role="status">
          {refreshesOnline(relativeTime(at, new Date()))}
        </p>
      )}
      {isAwaited && !hasSettled(of) && <LoadingPlaceholder />}
      <FailedRead
        problem={isOffline ? null : (problem ?? other)}
        onAgain={problem === null || isRefused ? undefined : refresh}
      />
    </>
  )
}
