import { expect, test } from 'vitest'
import { subscriptionsOf } from '#core/contract/area.ts'
import { brandedFlag, trainerFlag } from '../flagsContract.ts'
import { playableLesson } from './playableLesson.ts'

const [first, second, bare] = [
  { id: 'first', video: 'a' },
  { id: 'second', video: 'b' },
  { id: 'bare', video: null },
]
const subscriptions = (trainer: 'yes' | 'no', branded: 'yes' | 'no') =>
  subscriptionsOf([trainerFlag, brandedFlag], (flag) => (flag === trainerFlag ? trainer : branded) === 'yes')

test('allows listed lessons with a video, from the curriculum and the firm', () => {
  expect(playableLesson(subscriptions('yes', 'yes'), [first, bare], [second])).toEqual(new Set(['first', 'second']))
})

test('knows nothing before a list has loaded, even if it is empty', () => {
  expect(playableLesson(subscriptions('yes', 'yes'), null, [second])).toBeNull()
  expect(playableLesson(subscriptions('yes', 'yes'), [first], null)).toBeNull()
  expect(playableLesson(subscriptions('yes', 'yes'), [], [])).toEqual(new Set())
})

test('waits for no list and allows nothing without the subscription', () => {
  expect(playableLesson(subscriptions('yes', 'no'), [first], null)).toEqual(new Set(['first']))
  expect(playableLesson(subscriptions('yes', 'no'), [first], [second])).toEqual(new Set(['first']))
  expect(playableLesson(subscriptions('no', 'yes'), null, null)).toEqual(new Set())
})
