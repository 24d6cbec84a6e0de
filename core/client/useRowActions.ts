// Actions of a row's menu, which run right away or after a confirmation.
import { useState } from 'react'
import type { Route } from '#core/contract/route.ts'
import type { Question } from '#core/ui/form/QuestionDialog.tsx'
import { call, problemOf } from './api.ts'
import { toast } from './toasts.ts'

/** `put` shows a changed row. `question` is for a `QuestionDialog`. */
export function useRowActions<R extends { id: string }>(put: (row: R) => void) {
  const [question, ask] = useState<Question | null>(null)
  /** Calls a route that returns the row. Resolves to null if it fails. */
  const act = async (
    route: Route<{ id: string }, unknown, unknown, R>,
    { id }: R,
    message: string,
  ): Promise<R | null> => {
    try {
      const row = await call(route, { params: { id } })
      put(row)
      toast({ message, color: 'green' })
      return row
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
      return null
    }
  }
  return { question, ask, close: () => ask(null), act }
}
