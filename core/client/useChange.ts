import { useRef, useState } from 'react'
import { problemOf } from './api.ts'
import { toast } from './toasts.ts'

export type Mutation = {
  isBusy: boolean
  problem: string | null
  /**
   * Does it, unless another is under way; true when it is done. Its answer is what is said of it, if anything.
   * `beside` answers true where it has said itself what went wrong.
   */
  run: (work: () => Promise<string | undefined>, beside?: (thrown: unknown) => boolean) => Promise<boolean>
  setProblem: (problem: string | null) => void
}

/** One change at a time: says when it is done, and what went wrong. Of a form, `useForm` does. */
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
