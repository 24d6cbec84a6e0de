// A round of the lock's holder: sends what can be sent, then pulls if wanted. One at a time; whatever is asked meanwhile makes another.
import type { Clock } from './parts.ts'
import type { PullState } from './puller.ts'
import type { SendResult } from './sender.ts'

const PULL_SOON_MS = 100
/** What is sent of a row may say what only the row knows, as the id of a share. */
const WITHOUT_ROWS_MS = 5000

type Parts = {
  clock: Clock
  closing: AbortSignal
  /** How long to wait for another look while there is no network. */
  pollMs: number
  isLeading: () => boolean
  isOnline: () => boolean
  isSignInNeeded: () => boolean
  /** Something waits to be sent, and this device has none of the rows that it is about: they were locked away. */
  isWithoutRows: () => boolean
  sendNext: (isForced: boolean) => Promise<SendResult>
  pullNow: () => Promise<PullState>
  /** A pull has ended, well or not. */
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

  /** Resolves when nothing more can be done now. */
  function run(): Promise<void> {
    if (!isLeading() || closing.aborted) return Promise.resolve()
    isAgain = true
    running ??= work().then(
      () => {
        running = null
        // A request that came after the round's last look, and before this turn, was told that a round is under way.
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
    /** Whatever the back-off and the network's hint say. */
    force(errand: 'flush' | 'pull'): Promise<void> {
      isForced = true
      if (errand === 'pull') isPullWanted = true
      return run()
    },
    /** Resolves when the round that is under way has ended. */
    ended: () => running,
  }
}
