import { expect, test } from 'vitest'
import { dataOf, type Flag, isFeatureOn, subscriptionsOf } from './area.ts'

const flag = (name: string, more: Partial<Flag> = {}): Flag => ({ name, ...more })
const [area, part, bare, lone] = [
  flag('targets'),
  flag('targets.ical'),
  flag('targets.overlaps', { isBare: true }),
  flag('license.2fa'),
]
const all = [area, part, bare, lone] as const

test('subscriptions have the form of the specification: parts below features, overlaps without on', () => {
  expect(subscriptionsOf(all, (one) => one !== part)).toEqual({
    targets: { on: 'yes', features: { ical: { on: 'no' }, overlaps: 'yes' } },
    license: { features: { '2fa': { on: 'yes' } } },
  })
})

test('what was made on is read as on, and what a firm has never heard of is off', () => {
  const made = subscriptionsOf(all, (one) => one === bare || one === lone)
  expect(all.map((one) => isFeatureOn(made, one))).toEqual([false, false, true, true])
  expect(isFeatureOn(made, flag('ideas'))).toBe(false)
  expect(isFeatureOn(made, flag('ideas.voting'))).toBe(false)
})

test('what a subscription tells stands beside its on', () => {
  const made = { targets: { features: { ical: { on: 'yes' as const, data: { webcal: 'webcal://x' } } } } }
  expect(dataOf(made, part)).toEqual({ webcal: 'webcal://x' })
  expect(dataOf(made, area)).toBeUndefined()
})
