import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rerenders before the print layout. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => leaving.abort()
  }, [])
  return isPrinting
}
