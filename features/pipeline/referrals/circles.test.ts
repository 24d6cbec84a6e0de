import { expect, test } from 'vitest'
import { circlesOf } from './circles.ts'

const circles = (...pairs: string[]) =>
  Object.fromEntries(
    [...circlesOf(pairs.map((pair) => ({ from: pair[0]!, to: pair[1]! })))].map(([id, its]) => [id, its.join('')]),
  )

test('finds contacts who sent each other, directly or through others', () => {
  expect(circles('ab', 'ba')).toEqual({ a: 'b', b: 'a' })
  expect(circles('ab', 'bc', 'ca')).toEqual({ a: 'bc', b: 'ac', c: 'ab' })
})

test('leaves out contacts who only lead into a circle or out of it', () => {
  expect(circles('xa', 'ab', 'ba', 'by')).toEqual({ a: 'b', b: 'a' })
  expect(circles('ab', 'bc', 'ac')).toEqual({})
})

test('finds one who sent themselves, and two circles that share a contact', () => {
  expect(circles('aa')).toEqual({ a: '' })
  expect(circles('ab', 'ba', 'ac', 'ca')).toEqual({ a: 'bc', b: 'ac', c: 'ab' })
})

test('ends on long chains and many repeats', () => {
  const chain = Array.from({ length: 50_000 }, (_, i) => ({ from: `${i}`, to: `${i + 1}` }))
  expect(circlesOf([...chain, ...chain]).size).toBe(0)
})
