import { useState } from 'react'

/** The lesson that is asked about. Another group begins with its own first one. */
export function useLesson(scope: string): [string | undefined, (lesson: string) => void] {
  const [{ of, lesson }, set] = useState<{ of: string; lesson?: string }>({ of: scope })
  return [of === scope ? lesson : undefined, (chosen) => set({ of: scope, lesson: chosen })]
}
