import { relativeTime } from '#core/contract/times.ts'
import { Awaited } from '#core/ui/Awaited.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import type { Known } from './answers.ts'

type Props = {
  of: Pick<Known<unknown>, 'value' | 'at' | 'isOffline' | 'problem'>
  /** What else went wrong on the screen. */
  problem?: string | null
  /** Without an answer yet, its place is held; not where a table does so itself. */
  isAwaited?: boolean
}

/** How old a kept answer is, where it can't be asked for anew, or why it can't. That there is no network is said by the page. */
export function AnswerState({ of: { value, at, isOffline, problem }, problem: other, isAwaited = false }: Props) {
  return (
    <>
      {isOffline && value !== undefined && at && (
        <p className="cap" role="status">
          As of {relativeTime(at, new Date())}; brought up to date when you are online.
        </p>
      )}
      {value === undefined && !isOffline && problem === null && isAwaited && <Awaited />}
      <Problem>{isOffline ? null : (problem ?? other)}</Problem>
    </>
  )
}
