import { useRef, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { type Toast, toast } from '#core/client/toasts.ts'
import type { CurriculumOverview } from '../contract.ts'
import { curriculumQuery } from '../queries.ts'

/** The curriculum, and changes of it: what is known beforehand is shown at once, and the changes are sent one after the other. */
export function useCurriculum() {
  const asked = useQuery(curriculumQuery, undefined)
  const [ahead, setAhead] = useState<CurriculumOverview | null>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const { take, refresh } = asked
  const shown = ahead ?? asked.value
  /** What the screen will show next, also between two pictures. */
  const latest = useRef(shown)
  latest.current = shown

  /** `next`: how it will be, where that is known. `said` is told when the server has it. */
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
