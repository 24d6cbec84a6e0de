import { expect, test } from 'vitest'
import { formatReminder, remindChoices, reminderInstant, remindParts } from './remind.ts'

const LA = 'America/Los_Angeles'

test('offers later today and tomorrow morning, or only tomorrow late in the evening', () => {
  expect(remindChoices(LA, new Date('2026-11-20T22:20:00Z'))).toEqual([
    { label: 'Today at 4:00 PM', at: '2026-11-21T00:00:00.000Z' },
    { label: 'Tomorrow at 9:00 AM', at: '2026-11-21T17:00:00.000Z' },
  ])
  expect(remindChoices(LA, new Date('2026-11-21T04:20:00Z')).map(({ label }) => label)).toEqual(['Tomorrow at 9:00 AM'])
})

test("uses nine o'clock tomorrow even across a clock change", () => {
  expect(remindChoices(LA, new Date('2027-03-14T04:00:00Z')).at(-1)!.at).toBe('2027-03-14T16:00:00.000Z')
  expect(remindChoices(LA, new Date('2026-11-01T03:00:00Z')).at(-1)!.at).toBe('2026-11-01T17:00:00.000Z')
})

test('formats and splits an instant in the firm’s time zone', () => {
  const now = new Date('2026-11-20T22:20:00Z')
  expect(formatReminder(LA, '2026-12-24T20:05:00.000Z', now)).toBe('Dec 24 at 12:05 PM')
  expect(formatReminder(LA, '2026-11-19T20:05:00.000Z', now)).toBe('Nov 19, 2026 at 12:05 PM')
  expect(remindParts(LA, '2026-12-24T20:05:00.000Z', now)).toEqual({ day: '2026-12-24', time: '12:05' })
  expect(remindParts(LA, '', now)).toEqual({ day: '2026-11-21', time: '09:00' })
  expect(reminderInstant(LA, '2026-12-24', '12:05')).toBe('2026-12-24T20:05:00.000Z')
})
