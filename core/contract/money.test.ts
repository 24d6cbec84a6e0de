import { expect, test } from 'vitest'
import {
  abbreviateAmount,
  amount,
  amountOr,
  formatAmount,
  readAmount,
  revenueMissing,
  whyNoAmount,
  worth,
} from './money.ts'

test('shows dollars without cents and counts -1 (Intangible) as zero', () => {
  expect([
    formatAmount(120_000),
    formatAmount(0),
    formatAmount(99_999_999.99),
    formatAmount(-1),
    formatAmount(null),
  ]).toEqual(['$120,000', '$0', '$100,000,000', 'Intangible', ''])
  expect([worth(5), worth(-1), worth(null), worth(undefined)]).toEqual([5, 0, 0, 0])
})

test('abbreviates large amounts with k, mm, B, T, P, and E', () => {
  expect([999, 1000, 412_345, 999_999, 1_284_000, 2.5e9, 1e12, 3.21e15, 7e18].map(abbreviateAmount)).toEqual([
    '$999',
    '$1k',
    '$412k',
    '$1mm',
    '$1.28mm',
    '$2.5B',
    '$1T',
    '$3.21P',
    '$7E',
  ])
})

test('reads amounts as people type them and rejects everything else', () => {
  expect(['40000', '40,000', '$ 40,000.50', '0', ' 1,234,567.8 ', '99,999,999.99'].map(readAmount)).toEqual([
    40_000, 40_000, 40_000.5, 0, 1_234_567.8, 99_999_999.99,
  ])
  expect(['', '-1', '4,00', '1.234', '1e5', '(12)', '100,000,000', 'five', '$'].map(readAmount)).toEqual(
    Array(9).fill(null),
  )
})

test('accepts -1 or 0 to 99,999,999.99 with at most two decimals in the API', () => {
  expect([-1, 0, 0.01, 99_999_999.99, 33.33].map((n) => amount.safeParse(n).success)).toEqual(Array(5).fill(true))
  expect(
    [-2, -0.5, 1.001, 100_000_000, Number.NaN, Number.POSITIVE_INFINITY, '5'].map((n) => amount.safeParse(n).success),
  ).toEqual(Array(7).fill(false))
})

test('rejects an amount that is too large, and asks for one if there is none', () => {
  const said = (given: unknown) => amount.safeParse(given).error?.issues.map(({ message }) => message) ?? []
  expect([100_000_000, 750_048_000, -2, 0.001, 'five', undefined].map(said)).toEqual([
    ['The limit is $99,999,999.99.'],
    ['The limit is $99,999,999.99.'],
    ['Please enter a $ amount.'],
    ['Please enter a $ amount.'],
    ['Please enter a $ amount.'],
    ['Please enter a $ amount.'],
  ])
  expect([whyNoAmount('750,048,000'), whyNoAmount(''), whyNoAmount('1.234')]).toEqual([
    'The limit is $99,999,999.99.',
    'Please enter a $ amount.',
    'Please enter a $ amount.',
  ])
  expect(
    amountOr(revenueMissing)
      .safeParse(undefined)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['Please enter revenue.'])
})
