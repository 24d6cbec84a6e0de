import { useEffect } from 'react'

/** Asks again when the connection comes back, if the last answer failed. */
export function useRetry(hasFailed: boolean, retry: () => Promise<void>) {
  useEffect(() => {
    if (!hasFailed) return
    const again = () => void retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [hasFailed, retry])
}
