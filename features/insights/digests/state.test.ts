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

test('Each verb is allowed from where it makes sense, and from nowhere else', () => {
  for (const verb of verbs) expect([verb, statuses.filter((one) => may(one, verb))]).toEqual([verb, allowed[verb]])
})

test('A run that is over leaves it scheduled where there is another, and sent where there is none', () => {
  expect(nextState('sending', 'finish', { hasNext: true })).toBe('scheduled')
  expect(nextState('sending', 'finish', { hasNext: false })).toBe('sent')
})

test('What was paused beyond its time asks for another one', () => {
  expect(() => nextState('paused', 'resume', { hasNext: false })).toThrow(
    'The scheduled time has passed. Choose another one.',
  )
})

test('Whatever is done in whatever order: only what is being sent gets sent, and what was canceled or sent stays so', () => {
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
