import { useEffect } from 'react'

const PAUSE_MS = 1000

/** Calls `look` over and over while something goes on at the server: a second after each answer. */
export function usePolling(isGoing: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isGoing) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(async () => {
        await look()
        // It may have been left while it waited for the answer.
        if (!isOver) wait()
      }, PAUSE_MS)
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isGoing, look])
}
