import { expect, test } from 'vitest'
import { chartOf, type Overview, type OverviewRow } from './overviewContract.ts'

/** Twelve groups by name. The last has the highest figures. */
const rows = Array.from(
  { length: 12 },
  (_, at) =>
    ({ name: `Group ${at}`, clients_pursued: at, total_revenue: at, projected_revenue: 100 - at }) as OverviewRow,
)
const score = rows.map((_, at) => [at, 10 * at])
const facts = { rows, by_day: { unit: 'day', days: ['2026-11-01', '2026-11-02'], score } } as unknown as Overview
const namesOf = (places: readonly number[]) => places.map((place) => `Group ${place}`)

test('draws the ten highest lines, wherever their rows are', () =>
  expect(chartOf(facts, 'score')).toMatchObject({
    series: namesOf([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]).map((name) => ({ name })),
  }))

test('draws the ten highest bars in the order of the rows', () => {
  expect(chartOf(facts, 'clients_pursued')).toMatchObject({ labels: namesOf([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) })
  expect(chartOf(facts, 'total_revenue')).toMatchObject({
    labels: namesOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    series: [{ name: 'Won', values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, { name: 'Projected' }],
  })
})
