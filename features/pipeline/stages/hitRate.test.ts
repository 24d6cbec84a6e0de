import { expect, test } from 'vitest'
import { hitRate } from './hitRate.ts'

test('says nothing of fewer than 30 closed Targets', () => {
  expect(hitRate(29, 29)).toBeNull()
  expect(hitRate(0, 0)).toBeNull()
  expect(hitRate(15, 30)).not.toBeNull()
})

test('gives the share and its range', () => {
  expect(hitRate(20, 48)).toEqual({ won: 42, from: 29, to: 56 })
  expect(hitRate(15, 30)).toEqual({ won: 50, from: 33, to: 67 })
  expect(hitRate(0, 30)).toEqual({ won: 0, from: 0, to: 11 })
  expect(hitRate(30, 30)).toEqual({ won: 100, from: 89, to: 100 })
  expect(hitRate(6000, 10_000)).toEqual({ won: 60, from: 59, to: 61 })
})
