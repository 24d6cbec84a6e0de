import { expect, test } from 'vitest'
import {
  countsOf,
  filters,
  isOnlySaid,
  type Listed,
  matchesLessonSearch,
  showAllLabel,
  truncateLessonText,
} from './listing.ts'

const watched = (seconds: number, done: 'yes' | 'no' = 'no'): Listed['watched'] => ({
  when: null,
  seconds,
  percent: seconds,
  done,
  ranges: [],
  resume: 0,
  at: null,
})
const worksheet = {
  complete: 'no' as const,
  instructions: '',
  download: '',
  questions: [],
  parameters: [],
  matrix: [],
}
const lesson = (change: Partial<Listed>): Listed => ({
  title: 'Ask for the introduction',
  description: 'Who to ask, and how.',
  transcript: 'A referral is a favor you make easy.',
  worksheet: '',
  watched: watched(0),
  ...change,
})

test('counts the lessons of each filter, with each lesson in exactly one of the three states', () => {
  const lessons = [lesson({}), lesson({ watched: watched(40), worksheet }), lesson({ watched: watched(96, 'yes') })]
  expect(countsOf(lessons)).toEqual({ not_started: 1, started: 1, completed: 1, worksheet: 1, no_worksheet: 2 })
})

test('labels the filters as specified', () => {
  expect(Object.values(filters).map(({ label }) => label)).toEqual([
    'Not Started',
    'Started (Not Completed)',
    'Completed',
    'Worksheet',
    'No Worksheet',
  ])
  expect([showAllLabel(false), showAllLabel(true)]).toEqual(['Show All Lessons', 'Show All Lessons (Reset)'])
})

test.each([
  ['', true],
  ['INTRODUCTION', true],
  ['favor ask', true],
  ['who  to', true],
  ['pricing', false],
  ['ask pricing', false],
])('finds a lesson by searching for %j: %s', (search, found) =>
  expect(matchesLessonSearch(lesson({}), search)).toBe(found),
)

test('marks a lesson that only its transcript matched', () => {
  expect(['', 'introduction', 'favor', 'favor ask'].map((search) => isOnlySaid(lesson({}), search))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('shortens a description at thirty characters as people count them', () => {
  expect(truncateLessonText('x'.repeat(30))).toEqual({ text: 'x'.repeat(30), hasMore: false })
  expect(truncateLessonText('x'.repeat(31))).toEqual({ text: 'x'.repeat(30), hasMore: true })
  expect(truncateLessonText('👩‍💼'.repeat(31))).toEqual({ text: '👩‍💼'.repeat(30), hasMore: true })
})
