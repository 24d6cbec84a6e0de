import { expect, test } from 'vitest'
import { axisLabel, barShapes, dashOf, donutShapes, highestFirst, lineShapes, percentsOf } from './chartShapes.ts'

test('labels axes with K, M, B, T, and Q, and dollars with their sign', () => {
  expect([0, 75, 999, 1500, 2.5e6, 1e9, 4e12, 7e15].map((value) => axisLabel(value))).toEqual([
    '0',
    '75',
    '999',
    '1.5K',
    '2.5M',
    '1B',
    '4T',
    '7Q',
  ])
  expect(axisLabel(500_000, 'dollars')).toBe('$500K')
})

test('ends a fixed axis at 100 and leaves a gap for a day without a figure', () => {
  const chart = {
    kind: 'lines',
    title: 'Score',
    days: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'],
    series: [{ name: 'Tax', values: [1, 2, null, 3, 2] }],
    max: 100,
  } as const
  const { y, lines, yOf } = lineShapes(chart, { width: 400, height: 200 }, [0])
  expect(y.map(({ label }) => label)).toEqual(['0', '25', '50', '75', '100'])
  expect(yOf(0)).toBeGreaterThan(yOf(100))
  expect(lines[0]!.path.match(/M/g)).toHaveLength(2)
})

test('ends an open axis above the largest value and draws zero without data', () => {
  const bars = {
    kind: 'bars',
    title: 'Won',
    labels: ['Jan', 'Feb'],
    series: [{ name: 'Won', values: [930, 0] }],
  } as const
  const shapes = barShapes(bars, { width: 400, height: 200 })
  expect(shapes.y.at(-1)!.label).toBe('1K')
  expect(shapes.bars[1]!.height).toBe(0)
})

test('draws no parts for zero counts and returns percents that add up to 100', () => {
  const of = (counts: number[]) => ({
    kind: 'donut' as const,
    title: 'Types',
    of: 'of all',
    parts: counts.map((count, at) => ({ label: String(at), count })),
  })
  expect(donutShapes(of([3, 0, 1]), 152).map(({ place }) => place)).toEqual([0, 2])
  expect(percentsOf([1, 1, 1])).toEqual([34, 33, 33])
  expect(percentsOf([0, 0])).toEqual([0, 0])
})

test('gives each of ten series a different combination of color and dashes', () => {
  const looks = Array.from({ length: 10 }, (_, place) => `${place % 5} ${dashOf(place)}`)
  expect(new Set(looks).size).toBe(10)
})

test('puts the lines with the highest latest value first once there are more than can be told apart', () => {
  const line = (name: string, ...values: (number | null)[]) => ({ name, values })
  const few = [line('Ada', 3), line('Bo', 9)]
  expect(highestFirst({ series: few }).series).toBe(few)
  const many = [...few, line('Cy', 1), line('Di', 99, 2), line('Ed', null), line('Fay', 68, null), line('Gus', 9)]
  expect(highestFirst({ series: many }).series.map(({ name }) => name)).toEqual([
    'Fay',
    'Bo',
    'Gus',
    'Ada',
    'Di',
    'Cy',
    'Ed',
  ])
})

test('shortens names below bars so that none runs into the next', () => {
  const labels = ["Dustin Brinkmann's team", "Melvin Marxen's team", "Cara Losch's team", 'Tax']
  const bars = { kind: 'bars', title: 'Won', labels, series: [{ name: 'Won', values: [1, 2, 3, 4] }] } as const
  const { x } = barShapes({ ...bars, labels: [...labels] } as never, { width: 400, height: 200 })
  expect(x.map(({ label }) => label)).toEqual(['Dustin Br…', 'Melvin Ma…', 'Cara Losc…', 'Tax'])
  expect(barShapes(bars as never, { width: 1400, height: 200 }).x.map(({ label }) => label)).toEqual(labels)
})

test('writes out a label that needs only one more letter than fits', () => {
  const labels = ['0–30', '31–90', '91–180', '181–365', '365+']
  const { x } = barShapes(
    { kind: 'bars', title: 'Ages', labels, series: [{ name: 'A', values: [1, 2, 3, 4, 5] }] },
    { width: 320, height: 150 },
  )
  expect(x.map(({ label }) => label)).toEqual(labels)
})
