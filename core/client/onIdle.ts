// Schedules low-priority work, so that the opening screen has the CPU and network to itself.

/** Maximum wait in milliseconds. Any input ends it, because the next part should be loaded. */
const QUIET_AFTER_MS = 5000

export const whenIdle: (work: () => void) => void =
  'requestIdleCallback' in globalThis ? (work) => void requestIdleCallback(work) : (work) => void setTimeout(work, 200)

const gestures = ['pointerdown', 'keydown'] as const
let isPersonHere = false
const hasCome = () => {
  isPersonHere = true
}
for (const gesture of gestures)
  globalThis.addEventListener?.(gesture, hasCome, { capture: true, once: true, passive: true })

/** Runs `work` in the first idle moment of a screen shown for a while or in use. Returns a function that cancels it. */
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
