import { expect, test } from 'vitest'
import { chartsOf } from './pdfCharts.ts'

const days = ['2026-11-01', '2026-11-02']
const linesOf = (latest: readonly number[]) => ({
  kind: 'lines' as const,
  title: 'Score',
  days,
  series: latest.map((value, at) => ({ name: `Person ${at}`, values: [1, value] })),
})

test("draws and names the five highest lines, like the screen's default", () => {
  const drawn = JSON.stringify(chartsOf([linesOf([3, 90, 5, 0, 80, 70, 60, 50])]))
  const places = [...drawn.matchAll(/Person (\d)/g)].map(([, place]) => Number(place))
  expect(places).toEqual([1, 4, 5, 6, 7])
  expect(drawn.match(/<path/g)).toHaveLength(5)
  expect(drawn).toContain('Score, the 5 highest')
})

test('draws all lines if there are at most five', () => {
  const drawn = JSON.stringify(chartsOf([linesOf([3, 90, 5])]))
  expect([...drawn.matchAll(/Person (\d)/g)].map(([, place]) => Number(place))).toEqual([0, 1, 2])
  expect(drawn).not.toContain('highest')
})
