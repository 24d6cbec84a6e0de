import { expect, test } from 'vitest'
import { REFRESH_MS, TOKEN_SECONDS } from '../contract.ts'
import { LEAST_MS, refreshAfter } from './refreshing.ts'

test('refreshes a token of ten minutes after nine', () => {
  expect(refreshAfter(TOKEN_SECONDS)).toBe(540_000)
  expect(refreshAfter(TOKEN_SECONDS)).toBeLessThan(REFRESH_MS)
})

test('refreshes a longer token after ten minutes, and a shorter one early with a minimum pause', () => {
  expect(refreshAfter(86_400)).toBe(REFRESH_MS)
  expect(refreshAfter(630)).toBe(570_000)
  expect(refreshAfter(60)).toBe(48_000)
  expect(refreshAfter(1)).toBe(LEAST_MS)
})
