import { expect, test } from 'vitest'
import { sayCron } from './sayCron.ts'

test('the lines of jobs are said as people say them, and any other as it is', () => {
  const lines = [
    '* * * * *',
    '*/15 * * * *',
    '7 * * * *',
    '0 * * * *',
    '40 9 * * *',
    '5 0 * * *',
    '0 14 * * *',
    '0 9 * * 1',
  ]
  expect(lines.map(sayCron)).toEqual([
    'Every minute',
    'Every 15 minutes',
    'Every hour, 7 past',
    'Every hour, on the hour',
    'Every day, 9:40 AM',
    'Every day, 12:05 AM',
    'Every day, 2:00 PM',
    '0 9 * * 1',
  ])
})
