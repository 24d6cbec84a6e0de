import { expect, test } from 'vitest'
import { REFRESH_MS, TOKEN_SECONDS } from '../contract.ts'
import { LEAST_MS, refreshAfter } from './refreshing.ts'

test('a token of ten minutes is asked for again after nine', () => {
  expect(refreshAfter(TOKEN_SECONDS)).toBe(540_000)
  expect(refreshAfter(TOKEN_SECONDS)).toBeLessThan(REFRESH_MS)
})

test('one that lasts longer after ten, a shorter one well before it ends, but never without a pause', () => {
  expect(refreshAfter(86_400)).toBe(REFRESH_MS)
  expect(refreshAfter(630)).toBe(570_000)
  expect(refreshAfter(60)).toBe(48_000)
  expect(refreshAfter(1)).toBe(LEAST_MS)
})
