import { describe, expect, test } from 'vitest'
import type { Touch } from '#features/touches/contract.ts'
import { stepKind, touchForStep } from './stepKind.ts'

describe('the kind of a step', () => {
  test.each([
    ['Call Anjali about lunch', 'call'],
    ['Send the staffing plan', 'email'],
    ['Invite her to lunch', 'meeting'],
    ['Follow up by e-mail', 'email'],
    ['Identify next steps', null],
    ['Recall the offer', null],
    ['', null],
  ])('%s', (description, kind) => expect(stepKind(description)).toBe(kind))
})

describe('a touch that can have been the step', () => {
  const target = { id: 'oaks', user_id: 'me' }
  const step = { description: 'Send the staffing plan', due: '2026-11-27', created: '2026-11-20 09:00:00' }
  const touch: Touch = {
    id: 'one',
    user_id: 'me',
    kind: 'email',
    at: '2026-11-25T18:00:00.000Z',
    day: '2026-11-25',
    direction: 'out',
    contacts: [],
    people: [],
    subject: '',
    minutes: null,
    attachments: [],
    others: [],
    source: 'typed',
    target_id: 'oaks',
    shown: false,
    answered: false,
  }
  const found = (given: Partial<Touch>, due = step.due) =>
    touchForStep(target, { ...step, due }, [{ ...touch, ...given }], 'America/Los_Angeles')?.id

  test('is of the same kind, by the same person, on the same Target', () => {
    expect(found({})).toBe('one')
    expect(found({ kind: 'call' })).toBe(undefined)
    expect(found({ user_id: 'lee' })).toBe(undefined)
    expect(found({ target_id: 'other' })).toBe(undefined)
  })
  test('is near the due date, or late', () => {
    expect(found({}, '2026-11-28')).toBe('one')
    expect(found({}, '2026-11-29')).toBe(undefined)
    expect(found({}, '2026-11-01')).toBe('one')
    expect(found({}, '')).toBe('one')
  })
  test('is later than the step, and not dismissed', () => {
    expect(found({ at: '2026-11-20T16:00:00.000Z' })).toBe(undefined)
    expect(found({ answered: true })).toBe(undefined)
  })
})
