import { expect, test } from 'vitest'
import {
  chanceOf,
  currentStage,
  ExpectedClose,
  formatClose,
  isPassed,
  OwnChance,
  offeredStages,
  StageInput,
  type Stages,
  stageName,
  weightedOf,
  whyNoClose,
} from './stages.ts'

const [identified, talking, , proposal] = offeredStages.inOrder
const stages: Stages = {
  inOrder: offeredStages.inOrder,
  removed: [
    { id: 'met', name: 'Met', instead: 'warm' },
    { id: 'warm', name: 'Warm', instead: talking!.id },
    { id: 'cold', name: 'Cold', instead: null },
  ],
  version: 3,
}

test('finds the stage that replaced a removed one, also over several removals', () => {
  expect(currentStage(stages, proposal!.id)).toBe(proposal)
  expect(currentStage(stages, 'met')).toBe(talking)
  expect(currentStage(stages, 'cold')).toBeNull()
  expect(currentStage(stages, 'never')).toBeNull()
  expect(currentStage(stages, null)).toBeNull()
  expect(currentStage(stages, undefined)).toBeNull()
})

test('ends for removed stages that replace each other', () => {
  const circle = [
    { id: 'a', name: 'A', instead: 'b' },
    { id: 'b', name: 'B', instead: 'a' },
  ]
  expect(currentStage({ ...stages, removed: circle }, 'a')).toBeNull()
})

test('names current and removed stages', () => {
  expect(stageName(stages, proposal!.id)).toBe('Proposal')
  expect(stageName(stages, 'warm')).toBe('Warm')
  expect(stageName(stages, 'never')).toBeNull()
})

test('accepts a month or a day as the expected close', () => {
  for (const close of ['2027-06', '2027-06-30', '1999-12'])
    expect(ExpectedClose.safeParse(close).success, close).toBe(true)
  for (const close of ['', '2027', '2027-13', '2027-00', '2027-02-30', '2027-6', 'June 2027', '9999-01', 202706])
    expect(ExpectedClose.safeParse(close).error?.issues[0]?.message, String(close)).toBe('Choose a month or a day.')
})

test('says when a month or day is over', () => {
  expect(isPassed('2027-05', '2027-06-01')).toBe(true)
  expect(isPassed('2027-06', '2027-06-30')).toBe(false)
  expect(isPassed('2027-06-29', '2027-06-30')).toBe(true)
  expect(isPassed('2027-06-30', '2027-06-30')).toBe(false)
  expect([formatClose('2027-06'), formatClose('2027-06-15')]).toEqual(['Jun 2027', 'Jun 15, 2027'])
})

test('refuses a close that is long ago or far ahead, with the months one can choose', () => {
  for (const close of ['2026-06', '2026-06-01', '2027-06', '2037-06-30'])
    expect(whyNoClose(close, '2027-06-15'), close).toBeNull()
  for (const close of ['2018-03', '2026-05-31', '2037-07'])
    expect(whyNoClose(close, '2027-06-15'), close).toBe('Choose a month from Jun 2026 to Jun 2037.')
})

test('refuses a chance outside 0 to 100 or between tens', () => {
  for (const chance of [0, 10, 100]) expect(OwnChance.safeParse(chance).success, String(chance)).toBe(true)
  for (const chance of [101, -10, 55, 1000, Number.NaN, '50'])
    expect(OwnChance.safeParse(chance).error?.issues[0]?.message, String(chance)).toBe(
      'Choose a chance from 0 to 100 in tens.',
    )
  const stage = { id: identified!.id, name: ' Met ', meaning: '', chance: 42 }
  expect(StageInput.parse(stage).name).toBe('Met')
  expect(StageInput.safeParse({ ...stage, chance: 101 }).error?.issues[0]?.message).toBe(
    'Enter a whole number from 0 to 100.',
  )
})

test('weights an amount by its own chance, else by that of its stage', () => {
  const target = { projected_revenue: 200_000, stage: proposal!.id, chance: null }
  expect(weightedOf(target, stages)).toBe(120_000)
  expect(weightedOf({ ...target, chance: 0 }, stages)).toBe(0)
  expect(weightedOf({ ...target, stage: 'met' }, stages)).toBe(50_000)
  expect(weightedOf({ ...target, stage: null }, stages)).toBeNull()
  expect(weightedOf({ ...target, projected_revenue: -1 }, stages)).toBe(0)
  expect(weightedOf({ ...target, projected_revenue: null }, stages)).toBe(0)
  expect(chanceOf({ stage: 'cold' }, stages)).toBeNull()
})
