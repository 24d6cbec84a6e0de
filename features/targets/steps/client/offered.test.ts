import { expect, test } from 'vitest'
import { contactRoles } from '#features/contacts/contract.ts'
import { objectiveExamples, stepStarters } from '../../forms/contract.ts'
import { lostReasons } from '../../outcome/contract.ts'
import { usualGoalOf } from './offered.ts'

const lists = {
  lost_reasons: lostReasons,
  objectives: objectiveExamples,
  step_starters: stepStarters,
  contact_roles: contactRoles,
}

test('gives a target without an objective the default of its type', () => {
  expect(usualGoalOf('prospect', lists)).toBe(objectiveExamples[0])
  expect(usualGoalOf('client', lists)).toBe(objectiveExamples[2])
  expect(usualGoalOf('refsource', lists)).toBe(objectiveExamples[3])
})

test("uses the first of a firm's own objectives unless it still has the default", () => {
  const own = { ...lists, objectives: ['Join the panel', objectiveExamples[2]] }
  expect([usualGoalOf('prospect', own), usualGoalOf('client', own)]).toEqual(['Join the panel', objectiveExamples[2]])
})
