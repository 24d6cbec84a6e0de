import { expect, test } from 'vitest'
import { formatAssetStamp, formatUsers } from './labels.ts'

test('formats a moment as month, day, year, and 12-hour time', () => {
  expect(formatAssetStamp('2026-11-20 16:12:09')).toBe('11/20/2026 04:12 PM')
  expect(formatAssetStamp('2026-06-30 12:00:00')).toBe('06/30/2026 12:00 PM')
  expect(formatAssetStamp('2026-06-30 00:05:00')).toBe('06/30/2026 12:05 AM')
})

test('uses the singular for one user', () => {
  expect([formatUsers(1), formatUsers(7)]).toEqual(['1 user', '7 users'])
})
