import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateEvidence, middayOf, readDate, readMonth, valueKey } from './cells.ts'

describe('dates', () => {
  test.each([
    ['10/20/2016', 'mdy', '2016-10-20'],
    ['3/1/2017', 'mdy', '2017-03-01'],
    ['3/1/2017', 'dmy', '2017-01-03'],
    ['03.01.2017', 'dmy', '2017-01-03'],
    ['2017-03-01', 'dmy', '2017-03-01'],
    ['2017/3/1', 'mdy', '2017-03-01'],
    ['3-1-17', 'mdy', '2017-03-01'],
    ['3/1/99', 'mdy', '1999-03-01'],
    ['Mar 1, 2017', 'mdy', '2017-03-01'],
    ['1 March 2017', 'mdy', '2017-03-01'],
    ['3/1/2017 2:30 PM', 'mdy', '2017-03-01'],
    ['3/1/2017, 2:30 PM', 'mdy', '2017-03-01'],
    ['31.12.2026', 'dmy', '2026-12-31'],
    ['31/12/2026 14:30', 'dmy', '2026-12-31'],
  ] as const)('reads %s in the order %s as %s', (cell, order, day) => {
    expect(readDate(cell, order)).toEqual({ day, instant: null })
  })

  test('reads a time with a zone as an instant', () => {
    expect(readDate('2017-03-01T14:30:00Z', 'mdy')?.instant).toBe('2017-03-01T14:30:00.000Z')
    expect(readDate('3/1/2017 2:30 pm -0800', 'mdy')?.instant).toBe('2017-03-01T22:30:00.000Z')
  })

  test.each([
    '',
    '2/30/2017',
    '13/13/2017',
    'soon',
    '2017',
    '3/1',
    '0/1/2017',
    '2017-02-29',
    '3/1/17/2',
    '1054',
    '42795',
    '3/1/0017',
  ])('rejects %j as a date', (cell) => {
    expect(readDate(cell, 'mdy')).toBeNull()
  })

  test('tells from a cell in which order day and month are', () => {
    expect(
      ['10/20/2016', '20/10/2016', '3/4/2016', '2016-03-04', 'Mar 4, 2016', 'x', '4/4/2016'].map(dateEvidence),
    ).toEqual(['mdy', 'dmy', 'either', 'iso', 'iso', null, 'either'])
  })

  test('reads back every day in each format and in both orders', () => {
    const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2150-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.'), fc.boolean(), (date, mark, isPadded) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string]
        const short = (part: string) => (isPadded ? part : String(Number(part)))
        const wanted = `${year}-${month}-${day}`
        expect(readDate([short(month), short(day), year].join(mark), 'mdy')?.day).toBe(wanted)
        expect(readDate([short(day), short(month), year].join(mark), 'dmy')?.day).toBe(wanted)
        expect(readDate([year, short(month), short(day)].join(mark), 'dmy')?.day).toBe(wanted)
      }),
    )
  })

  test("reads a day without a time as noon in the firm's time zone", () => {
    expect(middayOf('America/Los_Angeles', '2017-03-01')).toBe('2017-03-01T20:00:00.000Z')
    expect(middayOf('America/Los_Angeles', '2017-07-01')).toBe('2017-07-01T19:00:00.000Z')
  })
})

test('treats values that differ only in case, spaces, and composition as equal', () => {
  expect(valueKey('  Closed   WON ')).toBe(valueKey('closed won'))
  expect(valueKey('Zoe\u0308')).toBe(valueKey('zoë'))
})

test.each([
  ['5-Mar-24', '2024-03-05'],
  ['31-Dec-26', '2026-12-31'],
  ['5 Mar 24', '2024-03-05'],
  ['05Mar2024', '2024-03-05'],
  ['5/Mar/2024', '2024-03-05'],
  ['5.Sept.2024', '2024-09-05'],
  ['Mar-5-2024', '2024-03-05'],
  ["Mar 5, '24", '2024-03-05'],
  ['March 5, 2024', '2024-03-05'],
])('reads a day with a month name: %s', (cell, day) => {
  expect(readDate(cell, 'mdy')?.day).toBe(day)
  expect(readDate(cell, 'dmy')?.day).toBe(day)
})

test.each(['31-Feb-24', '5-Mar', '5-Mars-24', 'Maybe 5, 2024', '5-Mar-124'])('rejects as a date: %s', (cell) => {
  expect(readDate(cell, 'mdy')).toBeNull()
})

test.each([
  ['2027-06', '2027-06'],
  ['2027/6', '2027-06'],
  ['06/2027', '2027-06'],
  ['Jun 2027', '2027-06'],
  ['june 2027', '2027-06'],
  ['Sept. 2027', '2027-09'],
  ['2027-13', null],
  // It could be a day of June or a year.
  ['Jun-27', null],
  ['2027', null],
  ['Q2 2027', null],
  ['Jun 5, 2027', null],
  ['0218-03', null],
] as const)('reads %j as the month %j', (cell, month) => expect(readMonth(cell)).toBe(month))
