import { expect, test } from 'vitest'
import { isOlder } from './wrapperVersion.ts'

test('compares versions by their numbers and ignores suffixes', () => {
  for (const [one, other] of [
    ['0.1.0', '0.1.1'],
    ['0.9.0', '0.10.0'],
    ['1.9.9', '2.0.0'],
    ['0.1.0+ffff', '0.2.0+0000'],
    ['1', '1.0.1'],
  ] as const) {
    expect(isOlder(one, other), `${one} < ${other}`).toBe(true)
    expect(isOlder(other, one), `${other} < ${one}`).toBe(false)
  }
  expect(isOlder('1.2.3', '1.2.3+abc')).toBe(false)
  expect(isOlder('development', '0.0.0')).toBe(false)
})
