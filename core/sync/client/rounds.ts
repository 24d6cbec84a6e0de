// Sends pending actions, then pulls if requested. One at a time, and a request in between starts another.
import type { Clock } from './environment.ts'
import type { PullState } from './puller.ts'
import type { SendResult } from './sender.ts'

const PULL_SOON_MS = 100
/** Requests can need data from their row, such as a share's ID. */
const WITHOUT_ROWS_MS = 5000

type Parts = {
  clock: Clock
  closing: AbortSignal
  /** Milliseconds until the next check while offline. */
  pollMs: number
  isLeading: () => boolean
  isOnline: () => boolean
  isSignInNeeded: () => boolean
  /** Actions are pending, but their rows were deleted at sign-out. */
  isWithoutRows: () => boolean
  sendNext: (isForced: boolean) => Promise<SendResult>
  pullNow: () => Promise<PullState>
  /** Called after a pull, successful or not. */
  pulled: () => void
  onBroken: (problem: unknown) => void
}

export function createScheduler(parts: Parts) {
  const {
    clock,
    closing,
    pollMs,
    isLeading,
    isOnline,
    isSignInNeeded,
    isWithoutRows,
    sendNext,
    pullNow,
    pulled,
    onBroken,
  } = parts
  let isForced = false
  let isPullWanted = false
  let isAgain = false
  let running: Promise<void> | null = null
  let lookTimer: unknown
  let pullTimer: unknown

  function run(): Promise<void> {
    if (!isLeading() || closing.aborted) return Promise.resolve()
    isAgain = true
    running ??= work().then(
      () => {
        running = null
        // A request between the last check and this turn joined the ending round.
        if (isAgain) return run()
      },
      (problem) => {
        running = null
        if (!closing.aborted) onBroken(problem)
      },
    )
    return running
  }

  async function work() {
    while (isAgain && isLeading() && !closing.aborted) {
      isAgain = false
      clock.clearTimeout(lookTimer)
      const hasForce = isForced
      isForced = false
      if (isSignInNeeded()) return
      if (!hasForce && !isOnline()) return lookAgainIn(pollMs)
      if (isWithoutRows()) {
        const pull = await pullNow()
        pulled()
        if (pull === 'signin') return
        if (pull === 'offline') return lookAgainIn(WITHOUT_ROWS_MS)
      }
      if ((await sendAll(hasForce)) === 'signin') return
      if (isPullWanted) {
        isPullWanted = false
        await pullNow()
        pulled()
        if (isSignInNeeded()) return
      }
    }
  }

  async function sendAll(hasForce: boolean): Promise<'signin' | 'stopped'> {
    let mayForce = hasForce
    while (isLeading() && !closing.aborted) {
      const sent = await sendNext(mayForce)
      mayForce = false
      if (sent.state === 'signin') return 'signin'
      if (sent.state === 'later') lookAgainIn(sent.waitMs)
      if (sent.state !== 'sent') return 'stopped'
      if (sent.isPullNeeded) pullSoon()
    }
    return 'stopped'
  }

  function lookAgainIn(ms: number) {
    clock.clearTimeout(lookTimer)
    lookTimer = clock.setTimeout(() => void run(), Math.max(1, ms))
  }
  function pullSoon() {
    clock.clearTimeout(pullTimer)
    pullTimer = clock.setTimeout(() => {
      isPullWanted = true
      void run()
    }, PULL_SOON_MS)
  }
  closing.addEventListener('abort', () => {
    for (const timer of [lookTimer, pullTimer]) clock.clearTimeout(timer)
  })

  return {
    run,
    /** Ignores the back-off and the network hint. */
    force(errand: 'flush' | 'pull'): Promise<void> {
      isForced = true
      if (errand === 'pull') isPullWanted = true
      return run()
    },
    /** Resolves when the running round ends. */
    ended: () => running,
  }
}
