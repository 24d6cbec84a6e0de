import { useState } from 'react'

/** Returns the selected lesson. Another group starts with its own first one. */
export function useLesson(scope: string): [string | undefined, (lesson: string) => void] {
  const [{ of, lesson }, set] = useState<{ of: string; lesson?: string }>({ of: scope })
  return [of === scope ? lesson : undefined, (chosen) => set({ of: scope, lesson: chosen })]
}
