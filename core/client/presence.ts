// The page's own polling doesn't count as using the session.

const ABSENT_MS = 60_000
let last = Date.now()
const note = () => {
  last = Date.now()
}

for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(kind, note, { passive: true, capture: true })

/** True if the person has done anything here within the last minute. */
export const isPresent = (): boolean => Date.now() - last < ABSENT_MS
