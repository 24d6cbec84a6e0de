import { expect, test } from 'vitest'
import {
  beginningOf,
  cellsOf,
  changedElsewhere,
  copiesFor,
  filledCells,
  keyed,
  refuseForeign,
  valuesIn,
} from './cells.ts'
import type { Answer, AnswersRow, Sheet, WorksheetRow } from './contract.ts'

const head = (key: string, text = key) => ({ key, text })
const first: Sheet = {
  version: 1,
  instructions: '',
  questions: [head('q1'), head('q2')],
  parameters: [head('p1'), head('p2')],
}
const AT = '2026-03-10T17:00:00.000Z'
const answer = (name: string, value: string, version = 1): Answer => ({ version, name, value, at: AT })
const answers = (...cells: Answer[]): AnswersRow => ({ id: 'w', cells, comments: [], returned: null })

test('orders cells by row, and names them by row and column', () => {
  expect(cellsOf(first).map(({ name }) => name)).toEqual(['p1.q1', 'p1.q2', 'p2.q1', 'p2.q2'])
})

test("is started with the first answer, complete with the last, and doesn't count emptied cells", () => {
  expect(filledCells(first, undefined)).toEqual({ answered: 0, of: 4, state: 'none', last: null })
  expect(filledCells(first, answers(answer('p1.q1', 'A'), answer('p1.q2', '')))).toMatchObject({
    answered: 1,
    state: 'started',
    last: AT,
  })
  const all = answers(...cellsOf(first).map(({ name }) => answer(name, 'A')))
  expect(filledCells(first, all).state).toBe('complete')
  expect(filledCells({ ...first, version: 2 }, all).state).toBe('none')
})

test('starts a question in its first empty cell, or in its first if none is empty', () => {
  expect(beginningOf(first, undefined, 'q2')).toBe('p1.q2')
  expect(beginningOf(first, answers(answer('p1.q2', 'A'), answer('p2.q2', '')), 'q2')).toBe('p2.q2')
  expect(beginningOf(first, answers(answer('p1.q2', 'A'), answer('p2.q2', 'B')), 'q2')).toBe('p1.q2')
  expect(beginningOf({ ...first, version: 2 }, answers(answer('p1.q2', 'A')), 'q2')).toBe('p1.q2')
  expect([beginningOf(first, undefined, 'q7'), beginningOf(first, undefined, '')]).toEqual([undefined, undefined])
})

test('keeps the key of a reworded or moved heading, and never reuses an old key', () => {
  const given = {
    instructions: '',
    questions: [{ text: 'New' }, { key: 'q2', text: 'Second, in other words' }],
    parameters: [{ key: 'p1', text: 'p1' }],
  }
  const before = { questions: [head('q1'), head('q2'), head('q3')], parameters: first.parameters }
  expect(keyed(given, [before, first])).toEqual({
    instructions: '',
    questions: [head('q4', 'New'), head('q2', 'Second, in other words')],
    parameters: [head('p1')],
  })
  expect(keyed({ ...given, questions: [{ text: 'q3' }, { text: 'q3' }] }, [before]).questions).toEqual([
    head('q3'),
    head('q4', 'q3'),
  ])
  const foreign = {
    ...given,
    questions: [
      { key: 'q77', text: 'Foreign' },
      { key: 'q2', text: 'A' },
      { key: 'q2', text: 'B' },
    ],
  }
  expect(keyed(foreign, [before]).questions.map(({ key }) => key)).toEqual(['q4', 'q2', 'q5'])
})

test('offers the latest earlier answer for each empty cell', () => {
  const worksheet = { ...first, version: 3, earlier: [first, { ...first, version: 2 }] } as unknown as WorksheetRow
  const mine = answers(
    answer('p1.q1', 'first'),
    answer('p1.q1', 'second', 2),
    answer('p1.q2', 'first'),
    answer('p2.q1', 'old'),
    answer('p2.q1', 'there', 3),
    answer('p9.q9', 'of a row that is gone'),
  )
  expect(copiesFor(worksheet, mine)).toEqual([
    { name: 'p1.q1', value: 'second' },
    { name: 'p1.q2', value: 'first' },
  ])
})

test("rejects a cell that isn't part of the version by its name", () => {
  expect(() => refuseForeign(first, [{ name: 'p1.q1' }, { name: 'p1.q3' }])).toThrow('Unknown worksheet cell.')
  expect(() => refuseForeign(undefined, [])).toThrow('This version of the worksheet doesn’t exist.')
})

test("reports answers from another device, but not this screen's own or those restored by a rejection", () => {
  const stood = valuesIn(answers(answer('p1.q1', 'Old'), answer('p1.q2', 'Same')), 1)
  const now = (value: string) => valuesIn(answers(answer('p1.q1', value), answer('p1.q2', 'Same')), 1)
  const own = new Map([['p1.q1', { value: 'Mine', over: 'Old' }]])
  expect(changedElsewhere(stood, now('Theirs'), new Map())).toEqual([{ name: 'p1.q1', value: 'Theirs' }])
  expect(changedElsewhere(stood, now('Mine'), own)).toEqual([])
  expect(changedElsewhere(now('Mine'), stood, own)).toEqual([])
  expect(changedElsewhere(now('Mine'), now('Theirs'), own)).toEqual([{ name: 'p1.q1', value: 'Theirs' }])
  expect(changedElsewhere(stood, valuesIn(undefined, 1), new Map())).toEqual([
    { name: 'p1.q1', value: '' },
    { name: 'p1.q2', value: '' },
  ])
})
