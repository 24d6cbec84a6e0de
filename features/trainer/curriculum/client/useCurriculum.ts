import { useRef, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { type Toast, toast } from '#core/client/toasts.ts'
import type { CurriculumOverview } from '../contract.ts'
import { curriculumQuery } from '../queries.ts'

/** State of the curriculum. Predictable changes show right away, and requests are sent one after the other. */
export function useCurriculum() {
  const asked = useQuery(curriculumQuery, undefined)
  const [ahead, setAhead] = useState<CurriculumOverview | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const { take, refresh } = asked
  const shown = ahead ?? asked.value
  /** Latest value, even between two renders. */
  const latest = useRef(shown)
  latest.current = shown

  /** `next` is the predicted result, if it is predictable. `said` is shown when the server has saved the change. */
  const change = (next: CurriculumOverview | null, send: () => Promise<CurriculumOverview>, said?: Toast) => {
    if (next) {
      latest.current = next
      setAhead(next)
    }
    waiting.current += 1
    queue.current = queue.current.then(async () => {
      try {
        take(await send())
        if (said) toast({ color: 'green', ...said })
      } catch (thrown) {
        toast({ message: problemOf(thrown), color: 'red' })
        await refresh()
      } finally {
        waiting.current -= 1
        if (waiting.current === 0) setAhead(null)
      }
    })
  }
  return { asked, shown, now: () => latest.current, change, take }
}
export type CurriculumState = ReturnType<typeof useCurriculum>
