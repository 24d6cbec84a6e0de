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

test('nests parts under features in the specification\'s format and omits "on" for overlaps', () => {
  expect(subscriptionsOf(all, (one) => one !== part)).toEqual({
    targets: { on: 'yes', features: { ical: { on: 'no' }, overlaps: 'yes' } },
    license: { features: { '2fa': { on: 'yes' } } },
  })
})

test('reads back the flags it wrote as on and treats an unknown flag as off', () => {
  const made = subscriptionsOf(all, (one) => one === bare || one === lone)
  expect(all.map((one) => isFeatureOn(made, one))).toEqual([false, false, true, true])
  expect(isFeatureOn(made, flag('ideas'))).toBe(false)
  expect(isFeatureOn(made, flag('ideas.voting'))).toBe(false)
})

test('keeps the data of a subscription next to its "on"', () => {
  const made = { targets: { features: { ical: { on: 'yes' as const, data: { webcal: 'webcal://x' } } } } }
  expect(dataOf(made, part)).toEqual({ webcal: 'webcal://x' })
  expect(dataOf(made, area)).toBeUndefined()
})
