import { expect, test } from 'vitest'
import { subscriptionsOf } from '#core/contract/area.ts'
import { brandedFlag, trainerFlag } from '../flagsContract.ts'
import { watchable } from './watchable.ts'

const [first, second, bare] = [
  { id: 'first', video: 'a' },
  { id: 'second', video: 'b' },
  { id: 'bare', video: null },
]
const subscriptions = (trainer: 'yes' | 'no', branded: 'yes' | 'no') =>
  subscriptionsOf([trainerFlag, brandedFlag], (flag) => (flag === trainerFlag ? trainer : branded) === 'yes')

test('what is listed with a video may be watched, of the curriculum and of the firm', () => {
  expect(watchable(subscriptions('yes', 'yes'), [first, bare], [second])).toEqual(new Set(['first', 'second']))
})

test('a list that has not come yet says nothing, however empty', () => {
  expect(watchable(subscriptions('yes', 'yes'), null, [second])).toBeNull()
  expect(watchable(subscriptions('yes', 'yes'), [first], null)).toBeNull()
  expect(watchable(subscriptions('yes', 'yes'), [], [])).toEqual(new Set())
})

test('without the subscription there is no list to wait for, and nothing to watch', () => {
  expect(watchable(subscriptions('yes', 'no'), [first], null)).toEqual(new Set(['first']))
  expect(watchable(subscriptions('yes', 'no'), [first], [second])).toEqual(new Set(['first']))
  expect(watchable(subscriptions('no', 'yes'), null, null)).toEqual(new Set())
})
