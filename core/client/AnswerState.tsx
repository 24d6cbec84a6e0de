import { relativeTime } from '#core/contract/times.ts'
import { LoadingPlaceholder } from '#core/ui/Awaited.tsx'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import type { LoadedQuery } from './reading.ts'

type Props = {
  of: Pick<LoadedQuery<unknown>, 'value' | 'at' | 'isOffline' | 'problem' | 'isRefused' | 'refresh'>
  /** What else went wrong on the screen. */
  problem?: string | null
  /** Without an answer yet, its place is held; not where a table does so itself. */
  isAwaited?: boolean
}

/** How old a kept answer is, where it can't be asked for anew, or why it can't, with the way to try it again. That there is no network is said by the page. */
export function AnswerState({ of, problem: other, isAwaited = false }: Props) {
  const { value, at, isOffline, problem, isRefused, refresh } = of
  return (
    <>
      {isOffline && value !== undefined && at && (
        <p className="cap" role="status">
          Updated {relativeTime(at, new Date())}. Refreshes when you’re back online.
        </p>
      )}
      {value === undefined && !isOffline && problem === null && isAwaited && <LoadingPlaceholder />}
      <FailedRead
        problem={isOffline ? null : (problem ?? other)}
        onAgain={problem === null || isRefused ? undefined : refresh}
      />
    </>
  )
}
