// When to do what nobody waits for: the screen that opens has the processor and the line to itself.

/** So long after it was asked for, in milliseconds; before that when the person does something, since what they open next should be there. */
const QUIET_AFTER_MS = 5000

/** Runs `work` when the browser has nothing else to do. */
export const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in globalThis ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 200)

const gestures = ['pointerdown', 'keydown'] as const
let isPersonHere = false
const hasCome = () => {
  isPersonHere = true
}
for (const gesture of gestures)
  globalThis.addEventListener?.(gesture, hasCome, { capture: true, once: true, passive: true })

/** Runs `work` in the first idle moment of a screen that has stood for a while, or is being used. Answers how to call it off. */
export function whenQuiet(work: () => void): () => void {
  const stopped = new AbortController()
  const begin = () => {
    if (stopped.signal.aborted) return
    stop()
    whenIdle(work)
  }
  const timer = setTimeout(begin, isPersonHere ? 0 : QUIET_AFTER_MS)
  for (const gesture of gestures)
    addEventListener(gesture, begin, { capture: true, passive: true, signal: stopped.signal })
  function stop() {
    clearTimeout(timer)
    stopped.abort()
  }
  return stop
}
