import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DigestStatus, may, nextState, statuses, type Verb, verbs } from './state.ts'

const allowed: Record<Verb, DigestStatus[]> = {
  schedule: ['draft', 'scheduled', 'paused'],
  edit: ['draft', 'scheduled', 'paused'],
  pause: ['scheduled'],
  resume: ['paused'],
  cancel: ['scheduled', 'paused'],
  sendNow: ['draft', 'scheduled', 'paused'],
  take: ['scheduled'],
  finish: ['sending'],
  delete: ['draft', 'scheduled', 'sent', 'paused', 'cancelled'],
}

test('allows each verb in exactly the statuses where it makes sense', () => {
  for (const verb of verbs) expect([verb, statuses.filter((one) => may(one, verb))]).toEqual([verb, allowed[verb]])
})

test('becomes scheduled after a run if another follows, and sent otherwise', () => {
  expect(nextState('sending', 'finish', { hasNext: true })).toBe('scheduled')
  expect(nextState('sending', 'finish', { hasNext: false })).toBe('sent')
})

test('requires a new time to resume a digest paused past its own', () => {
  expect(() => nextState('paused', 'resume', { hasNext: false })).toThrow(
    'The scheduled time has passed. Choose another one.',
  )
})

test('marks only a digest being sent as sent, and keeps canceled and sent final, in any order of verbs', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...verbs), fc.boolean())), (doings) => {
      let status: DigestStatus | null = 'draft'
      for (const [verb, hasNext] of doings) {
        if (status === null || !may(status, verb, { hasNext })) continue
        const next: DigestStatus | null = nextState(status, verb, { hasNext })
        if (next === 'sent') expect(status).toBe('sending')
        if (status === 'sent' || status === 'cancelled') expect(next).toBeNull()
        status = next
      }
    }),
  )
})
