/** A covered window or a background page may paint no frame. */
const LATEST_MS = 200

/** Runs `work` after the current frame has been painted, so that the result appears before the message about it. */
export function afterPaint(work: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    clearTimeout(latest)
    work()
  }
  const latest = setTimeout(once, LATEST_MS)
  requestAnimationFrame(() => requestAnimationFrame(once))
}

/** Batches notifications until the frame has been painted. */
export const afterPaintOf =
  (subscribe: (listener: () => void) => () => void) =>
  (listener: () => void): (() => void) => {
    let isAwaited = false
    let isOver = false
    const stop = subscribe(() => {
      if (isAwaited) return
      isAwaited = true
      afterPaint(() => {
        isAwaited = false
        if (!isOver) listener()
      })
    })
    return () => {
      isOver = true
      stop()
    }
  }
