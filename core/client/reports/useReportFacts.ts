// Figures of a Viewer report. They concern other people, so the device never stores them.
import { useCallback, useEffect, useState } from 'react'
import type { ReportStatus, ScopeKey, TargetsBy, ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import { ApiError, call, problemOf } from '../api.ts'

export type AskedFacts = TargetsBy & {
  key: ScopeKey
  id: string
  start?: string | undefined
  end?: string | undefined
  which?: string | undefined
  status?: ReportStatus
  /** For a report that comes in pages, see `comesInPages`. */
  from?: number | undefined
}

/** Earlier facts stay, as `isStale`, until the new ones arrive. Null requests nothing. `report` must not change. */
export function useReportFacts<F extends WithRows>(report: ViewerReport<F>, asked: AskedFacts | null) {
  const [found, setFound] = useState<{ name: string; asked: AskedFacts; facts: F } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [again, setAgain] = useState(0)
  const name = JSON.stringify(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for what is asked; `again` asks it once more
  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const { key, id, ...query } = asked
    call(report.routes.read, { params: { key, id }, query }, { signal: leaving.signal }).then(
      (facts) => {
        setFound({ name, asked, facts })
        setProblem(null)
      },
      (thrown) => {
        if (thrown instanceof ApiError) setProblem(problemOf(thrown))
      },
    )
    return () => leaving.abort()
  }, [report, name, again])
  const ask = useCallback(() => setAgain((count) => count + 1), [])
  return {
    facts: found?.facts ?? null,
    /** The request that the facts belong to. */
    answered: found?.asked ?? null,
    isStale: found !== null && found.name !== name,
    problem,
    ask,
  }
}
