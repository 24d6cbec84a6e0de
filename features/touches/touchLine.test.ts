import { describe, expect, test } from 'vitest'
import { readTouchLine } from './touchLine.ts'

// A Wednesday.
const TODAY = '2026-11-25'
const jane = { id: 'jane', name: 'Jane Doe' }
const anjali = { id: 'anjali', name: 'Anjali van der Merwe' }
const rene = { id: 'rene', name: 'René Dubois' }
const other = { id: 'other', name: 'Jane Smith' }
const contacts = [jane, anjali, rene, other]
const read = (line: string) => {
  const { contacts: named, ...rest } = readTouchLine(line, contacts, TODAY)
  return { ...rest, contacts: named.map(({ id }) => id) }
}
const none = { direction: 'both', contacts: [], minutes: null, day: null, subject: '' }

describe('a line', () => {
  test.each([
    ['called Jane 20 min', { kind: 'call', direction: 'out', contacts: ['jane'], minutes: 20 }],
    ['Called Jane Doe', { kind: 'call', direction: 'out', contacts: ['jane'] }],
    ['Jane called', { kind: 'call', direction: 'in', contacts: ['jane'] }],
    ['called Jane Smith yesterday', { kind: 'call', direction: 'out', contacts: ['other'], day: '2026-11-24' }],
    ['met Jane and rene for 1.5 hours', { kind: 'meeting', contacts: ['jane', 'rene'], minutes: 90 }],
    ['lunch with Anjali van der Merwe', { kind: 'meeting', contacts: ['anjali'] }],
    ['coffee with Merwe', { kind: 'meeting', contacts: ['anjali'] }],
    [
      'emailed Jane the staffing plan',
      { kind: 'email', direction: 'out', contacts: ['jane'], subject: 'the staffing plan' },
    ],
    ['spoke with Jane about fees, 15min', { kind: 'call', contacts: ['jane'], minutes: 15, subject: 'fees' }],
    ['call half an hour', { kind: 'call', direction: 'out', minutes: 30 }],
    ['called Jane on Tuesday', { kind: 'call', direction: 'out', contacts: ['jane'], day: '2026-11-24' }],
    ['called Jane Wednesday', { kind: 'call', direction: 'out', contacts: ['jane'], day: '2026-11-18' }],
    ['met Jane 3 days ago', { kind: 'meeting', contacts: ['jane'], day: '2026-11-22' }],
    ['met Jane 2026-11-02 re: budget', { kind: 'meeting', contacts: ['jane'], day: '2026-11-02', subject: 'budget' }],
    // A day ahead isn't a touch yet, so the words stay.
    ['met Jane 2026-12-02', { kind: 'meeting', contacts: ['jane'], subject: '2026-12-02' }],
    ['called someone new', { kind: 'call', direction: 'out', subject: 'someone new' }],
  ])('%s', (line, expected) => {
    expect(read(line)).toEqual({ ...none, ...expected })
  })

  test.each(['', 'the budget with Jane 20 min', 'Jane', '2026-11-24'])('without a verb is only a text: %s', (line) => {
    expect(read(line)).toEqual({ ...none, kind: null, subject: line })
  })

  test('keeps every word that it does not understand, in order', () => {
    const { subject } = read('called Jane to say that the call with Tom on Monday moved 20 min 30 min')
    expect(subject).toBe('to say that the call with Tom on Monday moved 20 min')
  })
})
