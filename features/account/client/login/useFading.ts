import { useEffect, useState } from 'react'

/** How long a reason stays. Source: the specification, section 2. */
const REASON_MS = 5000

export type LoginReason = { text: string; isProblem: boolean }

/** A line that fades away by itself; saying it again lets it begin anew. */
export function useFading(first: LoginReason | null) {
  const [shown, setShown] = useState<{ reason: LoginReason | null; isFaded: boolean }>({
    reason: first,
    isFaded: false,
  })
  const { reason, isFaded } = shown
  useEffect(() => {
    if (!reason || isFaded) return
    const timer = setTimeout(() => setShown({ reason, isFaded: true }), REASON_MS)
    return () => clearTimeout(timer)
  }, [reason, isFaded])
  const say = (next: LoginReason | null) => setShown({ reason: next, isFaded: false })
  return { reason, isFaded, say }
}
