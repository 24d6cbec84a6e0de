import { useRef, useState } from 'react'
import { problemOf } from './api.ts'
import { toast } from './toasts.ts'

export type Mutation = {
  isBusy: boolean
  problem: string | null
  /**
   * Skips `work` while another change is in progress. Returns true on success, and shows the returned message. `beside`
   * returns true when it has shown the error itself.
   */
  run: (work: () => Promise<string | undefined>, beside?: (thrown: unknown) => boolean) => Promise<boolean>
  setProblem: (problem: string | null) => void
}

/** Runs one change at a time. For a form, use `useForm`. */
export function useMutation(first: string | null = null): Mutation {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState(first)
  const running = useRef(false)
  const run: Mutation['run'] = async (work, beside) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const message = await work()
      if (message) toast({ message, color: 'green' })
      return true
    } catch (thrown) {
      if (!beside?.(thrown)) setProblem(problemOf(thrown))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, run, setProblem }
}
