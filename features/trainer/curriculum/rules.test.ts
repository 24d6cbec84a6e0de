import { describe, expect, test } from 'vitest'
import type { CurriculumOverview, State } from './contract.ts'
import {
  categoryPosition,
  categoryStepOf,
  handleOf,
  lessonStep,
  numbersOf,
  refuseState,
  withCategoryAt,
  withLessonAt,
} from './rules.ts'

const lesson = (id: string, state: State = 'published') => ({
  id,
  state,
  number: 0,
  title: id,
  seconds: 60,
  has_transcript: false,
  has_worksheet: false,
})
const category = (id: string, lessons: ReturnType<typeof lesson>[], state: State = 'published') => ({
  id,
  name: id,
  description: '',
  revision: 0,
  state,
  lessons,
})
const all: CurriculumOverview = {
  categories: [category('A', [lesson('a'), lesson('b'), lesson('c')]), category('B', [lesson('d')]), category('C', [])],
}
const said = (curriculum: CurriculumOverview | undefined) =>
  curriculum?.categories.map(({ id, lessons }) => `${id}:${lessons.map((one) => one.id).join('')}`).join(' ')

describe('Moving a lesson', () => {
  test('puts it before the named lesson or at the end, in its category or another', () => {
    expect(said(withLessonAt(all, 'c', { category: 'A', before: 'a' }))).toBe('A:cab B:d C:')
    expect(said(withLessonAt(all, 'a', { category: 'A', before: null }))).toBe('A:bca B:d C:')
    expect(said(withLessonAt(all, 'b', { category: 'B', before: 'd' }))).toBe('A:ac B:bd C:')
    expect(said(withLessonAt(all, 'b', { category: 'C', before: null }))).toBe('A:ac B:d C:b')
    expect(said(withLessonAt(all, 'b', { category: 'A', before: 'b' }))).toBe('A:abc B:d C:')
  })
  test("does nothing if the named lesson doesn't exist", () => {
    expect(withLessonAt(all, 'x', { category: 'A', before: null })).toBeUndefined()
    expect(withLessonAt(all, 'a', { category: 'X', before: null })).toBeUndefined()
    expect(withLessonAt(all, 'a', { category: 'A', before: 'd' })).toBeUndefined()
  })
  test('can be undone with its former place', () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      const back = categoryPosition(all, id)!
      expect(said(withLessonAt(withLessonAt(all, id, { category: 'C', before: null })!, id, back))).toBe(said(all))
    }
  })
  test('goes step by step through all categories and stops at both ends', () => {
    let now = all
    const seen: string[] = []
    for (let step = lessonStep(now, 'a', 1); step; step = lessonStep(now, 'a', 1)) {
      now = withLessonAt(now, 'a', step)!
      seen.push(said(now)!)
    }
    expect(seen).toEqual(['A:bac B:d C:', 'A:bca B:d C:', 'A:bc B:ad C:', 'A:bc B:da C:', 'A:bc B:d C:a'])
    for (let step = lessonStep(now, 'a', -1); step; step = lessonStep(now, 'a', -1)) now = withLessonAt(now, 'a', step)!
    expect(said(now)).toBe(said(all))
  })
})

test('moves a category before another one, to the end, or by a step', () => {
  expect(said(withCategoryAt(all, 'C', 'A'))).toBe('C: A:abc B:d')
  expect(said(withCategoryAt(all, 'A', null))).toBe('B:d C: A:abc')
  expect(said(withCategoryAt(all, 'A', categoryStepOf(all, 'A', 1)!.before))).toBe('B:d A:abc C:')
  expect(said(withCategoryAt(all, 'B', categoryStepOf(all, 'B', -1)!.before))).toBe('B:d A:abc C:')
  expect([categoryStepOf(all, 'A', -1), categoryStepOf(all, 'C', 1)]).toEqual([undefined, undefined])
  expect(withCategoryAt(all, 'A', 'X')).toBeUndefined()
})

test('numbers lessons as firms see them', () => {
  const mixed: CurriculumOverview = {
    categories: [
      category('A', [lesson('a'), lesson('b', 'draft'), lesson('c')]),
      category('B', [lesson('d')], 'draft'),
      category('C', [lesson('e', 'archived'), lesson('f')]),
    ],
  }
  expect(Object.fromEntries(numbersOf(mixed))).toEqual({ a: 1, b: 2, c: 2, d: 3, e: 3, f: 3 })
})

test('archives and restores published content, but never makes it a draft again', () => {
  const can = (from: State, to: State) => {
    try {
      refuseState(from, to)
      return true
    } catch {
      return false
    }
  }
  expect([can('draft', 'published'), can('published', 'archived'), can('archived', 'published')]).toEqual([
    true,
    true,
    true,
  ])
  expect([can('draft', 'archived'), can('published', 'draft'), can('archived', 'draft')]).toEqual([false, false, false])
})

test('builds a handle from characters allowed in URLs', () => {
  expect(handleOf("Wem gehört's? Ask & listen!")).toBe('wem-gehorts-ask-listen')
  expect(handleOf('—')).toBe('lesson')
})
