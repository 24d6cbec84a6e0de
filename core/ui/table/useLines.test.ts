import { expect, test } from 'vitest'
import { nextOrder } from './useLines.ts'

test('turns the order of a column round and round, and begins upward with another', () => {
  const first = nextOrder(null, 'company')
  const second = nextOrder(first, 'company')
  const third = nextOrder(second, 'company')
  expect([first, second, third].map(({ isDescending }) => isDescending)).toEqual([false, true, false])
  expect(nextOrder(second, 'owner')).toEqual({ key: 'owner', isDescending: false })
})
