import { expect, test } from 'vitest'
import type { AssignmentRow, LessonProgressRow, LessonRow } from './contract.ts'
import { type OfflineLesson, shownLessons } from './shown.ts'

const ZONE = 'America/Los_Angeles'
const lesson = (id: string, change: Partial<LessonRow> = {}): LessonRow => ({
  id,
  number: 1,
  title: `Lesson ${id}`,
  description: '',
  homework: '',
  handle: id,
  hashedId: id,
  seconds: 100,
  category: 'first',
  focus: 'First',
  focus_description: '',
  category_position: 0,
  position: 0,
  worksheet: '',
  video: null,
  ...change,
})
const played = (id: string, change: Partial<LessonProgressRow> = {}): LessonProgressRow => ({
  id,
  ranges: [[0, 50]],
  resume: 50,
  when: '2026-11-01T10:00:00.000Z',
  done: 'no',
  ...change,
})
const assigned = (change: Partial<AssignmentRow>): AssignmentRow => ({
  id: 'a',
  lesson: null,
  category: null,
  by: 'Morgan Bell',
  due: null,
  at: '2026-11-01T10:00:00.000Z',
  ...change,
})
const shown = (kept: Partial<OfflineLesson>) =>
  shownLessons({ lessons: [], progress: [], assigned: [], transcripts: [], ...kept }, ZONE)

test('orders lessons by category and place, regardless of the order of arrival', () => {
  const lessons = [
    lesson('d', { category: 'second', category_position: 1 }),
    lesson('b', { position: 1 }),
    lesson('c', { position: 1, number: 2 }),
    lesson('a'),
  ]
  expect(shown({ lessons }).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('treats a lesson without progress, transcript, or assignments as not started, without text, and unassigned', () => {
  expect(shown({ lessons: [lesson('a')] })).toMatchObject([
    { watched: { seconds: 0, done: 'no', at: null }, isLatest: false, assigned: null, transcript: '' },
  ])
})

test('ignores progress and assignments of archived lessons', () => {
  const kept = { progress: [played('gone')], assigned: [assigned({ lesson: 'gone' })] }
  expect(shown({ lessons: [lesson('a')], ...kept })).toMatchObject([{ isLatest: false, assigned: null }])
})

test('marks one lesson as watched last, even with two at the same instant', () => {
  const lessons = [lesson('a'), lesson('b'), lesson('c')]
  const later = '2026-11-02T10:00:00.000Z'
  const progress = [played('a'), played('b', { when: later }), played('c', { when: later })]
  expect(shown({ lessons, progress }).filter(({ isLatest }) => isLatest)).toHaveLength(1)
  expect(shown({ lessons, progress }).find(({ isLatest }) => isLatest)?.watched.at).toBe(later)
})

test('picks the assignment due first, of the lesson or its category, before those without a due date', () => {
  const mine = [
    assigned({ id: '1', lesson: 'a' }),
    assigned({ id: '2', category: 'first', due: '2026-12-01' }),
    assigned({ id: '3', lesson: 'a', due: '2026-12-19' }),
  ]
  expect(shown({ lessons: [lesson('a')], assigned: mine })[0]!.assigned).toMatchObject({ due: '2026-12-01' })
  expect(shown({ lessons: [lesson('a')], assigned: mine.slice(0, 1) })[0]!.assigned).toMatchObject({ due: null })
})

test('limits progress to a video that became shorter, and resumes within it', () => {
  const [one] = shown({ lessons: [lesson('a', { seconds: 40 })], progress: [played('a')] })
  expect(one!.watched).toMatchObject({ seconds: 40, percent: 100, resume: 40 })
})
