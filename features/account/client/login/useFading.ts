import { useEffect, useState } from 'react'

/** Milliseconds that a reason stays visible. Source: the specification, section 2. */
const REASON_MS = 5000

export type LoginReason = { text: string; isProblem: boolean }

/** Shows a line that fades by itself. Showing it again restarts the fade. */
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
