/** So long a frame may be away, in a window that is covered or a page in the background. */
const LATEST_MS = 200

/** Does `work` once the frame that is being made has been painted: what a person waits for comes first, what is said about it after it. */
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

/** `subscribe` with its news gathered until the frame has been painted. */
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
