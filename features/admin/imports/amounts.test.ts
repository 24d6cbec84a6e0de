import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foreignCurrency, notationEvidence, notationOf, readMoney } from './amounts.ts'

test.each([
  ['1054', 1054],
  ['$1,054', 1054],
  ['USD 1 054.50', 1054.5],
  ['1054.5 $', 1054.5],
  ['US$12', 12],
  ['0', 0],
  ['1054.5000', 1054.5],
  ['1.054,50', 1054.5],
  ['1.234,56 €', 1234.56],
  ['€5', 5],
  ['EUR 1.234.567,8', 1234567.8],
  ['1 234,56', 1234.56],
  ['1\u00a0234,56\u00a0€', 1234.56],
  ['1\u202f234,56', 1234.56],
  ["1'234.56", 1234.56],
  ['CHF 1’234.–', 1234],
  ['1.234,- kr', 1234],
  ['1 234 zł', 1234],
  ['', null],
  ['-5', null],
  ['(5)', null],
  ['1e5', null],
  ['n/a', null],
  ['999999999', null],
  ['1.005', null],
  ['12 34', null],
  ['1,2,3', null],
  ['1.2.3', null],
  ['31.12.2026', null],
  ['12 apples', null],
])('reads the amount %j as %j', (cell, amount) => {
  expect(readMoney(cell)).toBe(amount)
})

test('reads three digits after one separator as thousands or a fraction, depending on the notation', () => {
  const both = (cell: string) => [readMoney(cell, 'point'), readMoney(cell, 'comma')]
  expect(both('1,234')).toEqual([1234, null])
  expect(both('1.234')).toEqual([null, 1234])
  expect(both('1,500')).toEqual([1500, 1.5])
  expect(both('1.500')).toEqual([1.5, 1500])
})

test('reads back every amount written in either notation', () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 })
  const ways = fc.constantFrom(
    [',', '.', 'point'] as const,
    ['.', ',', 'comma'] as const,
    [' ', ',', 'comma'] as const,
    ['\u00a0', ',', 'comma'] as const,
    ["'", '.', 'point'] as const,
    ['', ',', 'comma'] as const,
    ['', '.', 'point'] as const,
  )
  const signs = fc.constantFrom(
    (text: string) => text,
    (text: string) => `$${text}`,
    (text: string) => `${text} €`,
    (text: string) => `EUR ${text}`,
    (text: string) => `${text} kr`,
  )
  fc.assert(
    fc.property(cents, ways, signs, fc.boolean(), (value, [group, decimal, notation], signed, hasCents) => {
      const whole = Math.floor(value / 100)
      const dollars = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, group)
      const written = hasCents ? `${dollars}${decimal}${String(value % 100).padStart(2, '0')}` : dollars
      expect(readMoney(signed(written), notation)).toBe(hasCents ? value / 100 : whole)
    }),
  )
})

describe('notation of a file', () => {
  const notations = (cells: string[]) => {
    const counts = { point: 0, comma: 0, either_comma: 0, either_point: 0 }
    for (const cell of cells) {
      const evidence = notationEvidence(cell)
      if (evidence) counts[evidence]++
    }
    return { notations: counts }
  }
  test.each([
    [['100', '5'], 'point'],
    [['1,234', '1,500'], 'point'],
    [['1,234.56', '1.500'], 'point'],
    [['1.234,56', '1.500'], 'comma'],
    [['1.234', '1.500'], 'comma'],
    [['1.500 €', '2.000 €'], 'comma'],
    [['12,5', '100'], 'comma'],
    [['12.34', '12,34'], 'point'],
    // These columns have no evidence, or contradictory evidence.
    [['1.500', '2.000'], null],
    [['12.34', '12,34', '1,234'], null],
    [['1.234,56', '1,234'], null],
  ] as const)('concludes from %j: %s', (cells, notation) => expect(notationOf([notations([...cells])])).toBe(notation))

  test('counts evidence across all columns', () => {
    expect(notationOf([notations(['1.500']), notations(['12,34'])])).toBe('comma')
  })
})

test('recognizes other currencies by their symbols', () => {
  expect(['$5', 'USD 5', '5', 'US$ 5', '5 €', 'CHF 5', 'C$5', '5 kr'].map(foreignCurrency)).toEqual([
    '',
    '',
    '',
    '',
    '€',
    'CHF',
    'C$',
    'kr',
  ])
})
