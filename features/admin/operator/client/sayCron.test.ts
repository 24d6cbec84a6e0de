import { expect, test } from 'vitest'
import { formatCron } from './sayCron.ts'

test('formats the schedules of jobs in words and shows any other unchanged', () => {
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
  expect(lines.map((line) => formatCron(line, 'UTC', new Date('2026-11-27T12:00:00Z')))).toEqual([
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

test('formats times in the given time zone, in summer and winter, including half-hour offsets', () => {
  const [winter, summer] = [new Date('2026-11-27T12:00:00Z'), new Date('2026-07-01T12:00:00Z')]
  expect(formatCron('40 9 * * *', 'America/Los_Angeles', winter)).toBe('Every day, 1:40 AM')
  expect(formatCron('40 9 * * *', 'America/Los_Angeles', summer)).toBe('Every day, 2:40 AM')
  expect(formatCron('7 * * * *', 'America/Los_Angeles', winter)).toBe('Every hour, 7 past')
  expect(formatCron('7 * * * *', 'Asia/Kolkata', winter)).toBe('Every hour, 37 past')
  expect(formatCron('30 * * * *', 'Asia/Kolkata', winter)).toBe('Every hour, on the hour')
})
