import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stampIn } from './dates.ts'
import { type Frequency, instantOfRun, nextRunAfter, type Series, stampOfRun } from './series.ts'

const zone = 'America/New_York'
const aSeries = (start: string, frequency: Frequency): Series => ({ start, frequency, zone })
const firstRuns = (start: string, frequency: Frequency, count: number) =>
  Array.from({ length: count }, (_, n) => stampOfRun(aSeries(start, frequency), n)?.slice(0, 10) ?? null)

describe('Days of a series', () => {
  test('has one run if it happens once', () => {
    expect(firstRuns('2027-01-31 09:00:00', 1, 2)).toEqual(['2027-01-31', null])
  })

  test('repeats weekly and every 14 days across months and years', () => {
    expect(firstRuns('2026-12-21 09:00:00', 2, 3)).toEqual(['2026-12-21', '2026-12-28', '2027-01-04'])
    expect(firstRuns('2026-12-21 09:00:00', 3, 3)).toEqual(['2026-12-21', '2027-01-04', '2027-01-18'])
  })

  test('uses the last day of shorter months for a series on the 31st', () => {
    expect(firstRuns('2027-12-31 09:00:00', 4, 6)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
  })

  test('repeats bi-monthly every second month', () => {
    expect(firstRuns('2026-10-31 09:00:00', 5, 4)).toEqual(['2026-10-31', '2026-12-31', '2027-02-28', '2027-04-30'])
  })
})

describe('Time of a series', () => {
  test('keeps its local time across both clock changes', () => {
    const weekly = aSeries('2027-03-08 09:00:00', 2)
    expect([0, 1].map((n) => instantOfRun(weekly, n))).toEqual(['2027-03-08T14:00:00.000Z', '2027-03-15T13:00:00.000Z'])
    const autumn = aSeries('2027-11-01 09:00:00', 2)
    expect([0, 1].map((n) => instantOfRun(autumn, n))).toEqual(['2027-11-01T13:00:00.000Z', '2027-11-08T14:00:00.000Z'])
  })

  test('moves a skipped time an hour later that day and returns to normal the next week', () => {
    const jumped = aSeries('2027-03-07 02:30:00', 2)
    const said = [0, 1, 2].map((n) => stampIn(zone, instantOfRun(jumped, n)!))
    expect(said).toEqual(['2027-03-07 02:30:00', '2027-03-14 03:30:00', '2027-03-21 02:30:00'])
  })

  test('runs once, at the first occurrence, if the time is repeated in autumn', () => {
    const twice = aSeries('2027-11-07 01:30:00', 2)
    const first = instantOfRun(twice, 0)!
    expect(first).toBe('2027-11-07T05:30:00.000Z')
    expect(nextRunAfter(twice, 1, first)).toEqual({ n: 1, at: '2027-11-14T06:30:00.000Z' })
  })
})

const stamps = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
const frequency = fc.constantFrom<Frequency>(2, 3, 4, 5)
const zones = fc.constantFrom('America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')

test('runs in order, each at the chosen time unless the clocks skip it', () => {
  fc.assert(
    fc.property(stamps, frequency, zones, fc.nat(60), (start, frequency, zone, n) => {
      const series = { start, frequency, zone }
      const at = instantOfRun(series, n)!
      const next = instantOfRun(series, n + 1)!
      expect(next > at).toBe(true)
      const said = stampIn(zone, at)
      const wanted = stampOfRun(series, n)!
      const jump = Date.parse(`${said.replace(' ', 'T')}Z`) - Date.parse(`${wanted.replace(' ', 'T')}Z`)
      expect(jump === 0 || (jump > 0 && jump <= 3_600_000)).toBe(true)
    }),
  )
})

test('returns the next later run, no matter how long the server was down', () => {
  fc.assert(
    fc.property(stamps, frequency, zones, fc.nat(20), fc.nat(20), (start, frequency, zone, from, slept) => {
      const series = { start, frequency, zone }
      const after = instantOfRun(series, from + slept)!
      expect(nextRunAfter(series, from, after)).toEqual({
        n: from + slept + 1,
        at: instantOfRun(series, from + slept + 1),
      })
    }),
  )
})
