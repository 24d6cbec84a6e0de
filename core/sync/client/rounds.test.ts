import { expect, test } from 'vitest'
import { createScheduler } from './rounds.ts'

test('starts another round for a request made in the moment a round ends', async () => {
  let pulls = 0
  const rounds = createScheduler({
    clock: { now: () => 0, setTimeout: () => 0, clearTimeout: () => undefined },
    closing: new AbortController().signal,
    pollMs: 60_000,
    isLeading: () => true,
    isOnline: () => true,
    isSignInNeeded: () => false,
    isWithoutRows: () => false,
    sendNext: async () => ({ state: 'empty' }),
    async pullNow() {
      pulls++
      return 'done'
    },
    pulled() {
      // The round has made its last check but hasn't ended.
      if (pulls === 1) queueMicrotask(() => void rounds.force('pull'))
    },
    onBroken(problem) {
      throw problem
    },
  })
  await rounds.force('pull')
  expect(pulls).toBe(2)
})
