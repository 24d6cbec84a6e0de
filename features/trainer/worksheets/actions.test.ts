import { expect, test } from 'vitest'
import type { Context } from '#core/sync/protocol.ts'
import { commentSheet, fillCells } from './actions.ts'
import type { AnswersRow } from './contract.ts'

const DANA = '0190aaaa-0000-7000-8000-00000000da0a'
const MORGAN = '0190aaaa-0000-7000-8000-00000000308a'
const NOW = '2026-03-10T17:00:00.000Z'
const SHEET = '0190aaaa-0000-7000-8000-000000000001'
const as = (id: string): Context => ({
  actor: { id, first_name: 'A', last_name: 'B', role: 'member' },
  now: NOW,
  zone: 'America/Los_Angeles',
  key: 'key',
  newId: () => 'new',
})
const fill = (row: AnswersRow | null, name: string, value: string, when?: string, version = 1) =>
  fillCells.decide(row, { id: SHEET, version, cells: [{ name, value }], ...(when && { when }) }, as(DANA))
const say = (row: AnswersRow | null, by: string, isReturn: boolean) =>
  commentSheet.decide(row, { id: SHEET, version: 1, user_id: DANA, text: 'Hm.', name: '', return: isReturn }, as(by))

test('creates the row with the first answer, and leaves other cells unchanged afterwards', () => {
  const first = fill(null, 'p1.q1', 'A').row!
  expect(first.cells).toEqual([{ version: 1, name: 'p1.q1', value: 'A', at: NOW }])
  const second = fill(first, 'p1.q2', 'B').row!
  expect(second.cells[0]).toBe(first.cells[0])
  expect(second.cells.map(({ value }) => value)).toEqual(['A', 'B'])
})

test('keeps the last answer to arrive in a cell regardless of its time, separately for each version', () => {
  const first = fill(null, 'p1.q1', 'A', '2026-03-09T08:00:00.000Z').row
  const earlier = fill(first, 'p1.q1', 'Z', '2026-03-08T08:00:00.000Z').row!
  expect(earlier.cells).toEqual([{ version: 1, name: 'p1.q1', value: 'Z', at: '2026-03-08T08:00:00.000Z' }])
  expect(fill(first, 'p1.q1', 'B').row!.cells.map(({ value }) => value)).toEqual(['B'])
  expect(fill(first, 'p1.q1', 'B', undefined, 2).row!.cells.map(({ value }) => value)).toEqual(['A', 'B'])
})

test('returns the same row without an event if the text is unchanged', () => {
  const row = fill(null, 'p1.q1', 'A').row
  expect(fill(row, 'p1.q1', 'A')).toEqual({ row, events: [] })
  expect(fill(row, 'p1.q1', 'A').row).toBe(row)
  expect(fill(null, 'p1.q1', '')).toEqual({ row: null, events: [] })
})

test('dates an answer by when it was written, never in the future', () => {
  expect(fill(null, 'p1.q1', 'A', '2026-03-09T08:00:00.000Z').row!.cells[0]!.at).toBe('2026-03-09T08:00:00.000Z')
  expect(fill(null, 'p1.q1', 'A', '2027-01-01T00:00:00.000Z').row!.cells[0]!.at).toBe(NOW)
})

test('lets a manager return answers until the next answer, and lets no one return their own', () => {
  const returned = say(fill(null, 'p1.q1', 'A').row, MORGAN, true).row!
  expect([returned.returned, returned.comments[0]!.is_return]).toEqual([NOW, true])
  expect(say(returned, DANA, false).row!.returned).toBe(NOW)
  expect(fill(returned, 'p1.q1', 'B').row).toMatchObject({ returned: null, comments: [{ text: 'Hm.' }] })
  expect(() => say(returned, DANA, true)).toThrow('You can return other people’s answers, but not your own.')
})
