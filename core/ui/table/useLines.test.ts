import { expect, test } from 'vitest'
import { nextOrder } from './useLines.ts'

test("toggles a column's order on each click, and starts ascending with another column", () => {
  const first = nextOrder(null, 'company')
  const second = nextOrder(first, 'company')
  const third = nextOrder(second, 'company')
  expect([first, second, third].map(({ isDescending }) => isDescending)).toEqual([false, true, false])
  expect(nextOrder(second, 'owner')).toEqual({ key: 'owner', isDescending: false })
})
