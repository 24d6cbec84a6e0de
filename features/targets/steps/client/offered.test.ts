import { expect, test } from 'vitest'
import { objectiveExamples, stepStarters } from '../../entering/contract.ts'
import { lostReasons } from '../../outcome/contract.ts'
import { usualGoalOf } from './offered.ts'

const lists = { lost_reasons: lostReasons, objectives: objectiveExamples, step_starters: stepStarters }

test('a target without an objective gets the usual one of its type', () => {
  expect(usualGoalOf('prospect', lists)).toBe(objectiveExamples[0])
  expect(usualGoalOf('client', lists)).toBe(objectiveExamples[2])
  expect(usualGoalOf('refsource', lists)).toBe(objectiveExamples[3])
})

test("a firm with objectives of its own gets the first of those, unless it kept the product's", () => {
  const own = { ...lists, objectives: ['Join the panel', objectiveExamples[2]] }
  expect([usualGoalOf('prospect', own), usualGoalOf('client', own)]).toEqual(['Join the panel', objectiveExamples[2]])
})
