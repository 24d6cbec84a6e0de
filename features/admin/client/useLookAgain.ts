import { useEffect } from 'react'

const PAUSE_MS = 1000

/** Polls `look` while a task runs on the server: one second after each response. */
export function usePolling(isGoing: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isGoing) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(async () => {
        await look()
        // The component can unmount while it waits for the response.
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
