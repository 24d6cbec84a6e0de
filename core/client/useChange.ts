import { useRef, useState } from 'react'
import { ApiError, problemOf } from './api.ts'
import { toast } from './toasts.ts'

export type Deed = {
  isBusy: boolean
  problem: string | null
  errors: Record<string, string>
  /** Does it, unless another is under way; true when it is done. Its answer is what is said of it, if anything. `beside` says a problem elsewhere, if it answers true. */
  run: (work: () => Promise<string | undefined>, beside?: (thrown: unknown) => boolean) => Promise<boolean>
  setProblem: (problem: string | null) => void
  setErrors: (errors: Record<string, string>) => void
}

/** One change at a time: says when it is done, and what went wrong, beside the fields where it can. */
export function useChange(): Deed {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const running = useRef(false)
  const run: Deed['run'] = async (work, beside) => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblem(null)
    setErrors({})
    try {
      const message = await work()
      if (message) toast({ message, color: 'green' })
      return true
    } catch (thrown) {
      const found = thrown instanceof ApiError ? thrown.errors : {}
      setErrors(found)
      // What stands beside its field is not said twice.
      if (!(beside ? beside(thrown) : Object.values(found).includes(problemOf(thrown)))) setProblem(problemOf(thrown))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, errors, run, setProblem, setErrors }
}
