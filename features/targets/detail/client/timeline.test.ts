import { expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { eventInstant, formatEvent } from './timeline.ts'

const today = '2026-11-18'
const said = (kind: string, data: Record<string, unknown> = {}) => formatEvent({ kind, data }, today, offeredStages)

test('describes every kind of event in plain words', () => {
  expect(said('targetCreated')).toBe('created this Target')
  expect(said('targetEdited', { fields: ['goal', 'value'] })).toBe('changed the objective and value')
  expect(said('stepTaken', { description: 'Call', due: '2026-11-24' })).toBe('set the step “Call”, due next Tuesday')
  expect(said('stepDone', { description: 'Call', due: '2026-11-01' })).toBe('completed the step “Call”')
  expect(said('stepSnoozed', { from: '2026-11-01', due: '2026-11-19' })).toBe('snoozed the step until tomorrow')
  expect(said('noteWritten', { before: 'secret' })).toBe('changed the note')
  expect(said('targetWon', { revenue: 40_000 })).toBe('won this Target with $40,000')
  expect(said('targetWon', { revenue: -1 })).toBe('won this Target with intangible value')
  expect(said('targetLost', { reason: 'Timing' })).toBe('lost this Target (Timing)')
  expect(said('targetLost', { reason: '' })).toBe('lost this Target')
  expect(said('targetHeld')).toBe('placed this Target on hold')
  const [identified, talking] = offeredStages.inOrder
  expect(said('targetMoved', { from: null, to: talking!.id })).toBe('moved this to Talking')
  expect(said('targetMoved', { from: identified!.id, to: null })).toBe('took this out of its stage')
  expect(said('targetMoved', { from: null, to: 'gone' })).toBe('moved this to another stage')
  expect(said('targetTrashed', { from: 'active' })).toBe('moved this Target to Recently Deleted')
  expect(said('targetPursued', { from: 'archived' })).toBe('pursued this Target again, from On Hold')
})

test('handles unknown events and data', () => {
  expect(said('somethingLater', { a: 1 })).toBe('changed this Target')
  expect(said('targetEdited')).toBe('changed details')
})

test('reads an event’s time as an instant or as a stamp in the firm’s zone', () => {
  expect(eventInstant('America/Los_Angeles', '2026-11-18 10:00:00')).toBe('2026-11-18T18:00:00.000Z')
  expect(eventInstant('America/Los_Angeles', '2026-11-18T18:00:00.000Z')).toBe('2026-11-18T18:00:00.000Z')
})
