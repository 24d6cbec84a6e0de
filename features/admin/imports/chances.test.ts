import { expect, test } from 'vitest'
import { countChance, nearestTen, noChances, readChance, scaleOf, unevenChances } from './chances.ts'

const counted = (cells: string[]) => {
  const chances = noChances()
  for (const cell of cells) countChance(chances, cell)
  return chances
}

test.each([
  ['60', 60],
  ['60%', 60],
  ['60 %', 60],
  ['62,5 %', 62.5],
  ['0.6', 0.6],
  ['101', 101],
  ['-5', null],
  ['likely', null],
  ['', null],
  ['60%%', null],
] as const)('reads %j as a percentage', (cell, percent) => expect(readChance(cell, 'percent')).toBe(percent))

test('reads fractions exactly, and percentages among them as they are', () => {
  expect(['0.29', '.6', '1', '0', '0,55', '70%'].map((cell) => readChance(cell, 'fraction'))).toEqual([
    29, 60, 100, 0, 55, 70,
  ])
})

test('takes a column for fractions only if all of it is from 0 to 1 and a part is between', () => {
  const scale = (...cells: string[]) => scaleOf(counted(cells))
  expect(scale('0', '0.6', '1', 'n/a')).toBe('fraction')
  expect(scale('0', '1')).toBe('percent')
  expect(scale('0.6', '60')).toBe('percent')
  expect(scale('0.6', '60%')).toBe('percent')
  expect(scaleOf(undefined)).toBe('percent')
})

test('counts what isn’t in tens under the scale of its column', () => {
  const uneven = (...cells: string[]) => unevenChances({ chances: counted(cells) })
  expect(uneven('10', '63', '75%', '100')).toBe(2)
  expect(uneven('0.1', '0.63', '1')).toBe(1)
  // Rounding doesn't make these a chance.
  expect(uneven('101', '250%')).toBe(0)
  expect([63, 65, 4.9, 95, 99].map(nearestTen)).toEqual([60, 70, 0, 100, 100])
})
