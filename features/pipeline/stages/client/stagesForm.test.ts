import { expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { StagesInput } from '../contract.ts'
import { inputOf, savedOnly, stagesFormOf, withMoved, withoutStage } from './stagesForm.ts'

const form = stagesFormOf(offeredStages)
const [identified, talking, scoping] = offeredStages.inOrder.map(({ id }) => id) as [string, string, string]
const names = ({ stages }: typeof form) => stages.map(({ name }) => name[0]).join('')

test('sends what it got if nothing changed', () => {
  expect(StagesInput.parse(inputOf(form, 0))).toEqual({ stages: offeredStages.inOrder, instead: {}, version: 0 })
})

test('refuses an empty chance instead of reading it as 0', () => {
  const blank = { ...form, stages: form.stages.with(0, { ...form.stages[0]!, chance: ' ' }) }
  expect(StagesInput.safeParse(inputOf(blank, 0)).error?.issues[0]).toMatchObject({
    path: ['stages', 0, 'chance'],
    message: 'Enter a whole number from 0 to 100.',
  })
})

test('moves a stage within the list only', () => {
  expect(names(withMoved(form, 0, 2))).toBe('TSIPA')
  expect(names(withMoved(form, 4, 0))).toBe('AITSP')
  expect(names(withMoved(form, 0, -1))).toBe('ITSPA')
  expect(names(withMoved(form, 4, 5))).toBe('ITSPA')
})

test('sends the Targets of removed stages to one that is left', () => {
  const twice = withoutStage(withoutStage(form, identified, talking), talking, scoping)
  expect(names(twice)).toBe('SPA')
  expect(twice.instead).toEqual({ [identified]: scoping, [talking]: scoping })
  const none = withoutStage(form, identified, '')
  expect(StagesInput.parse(inputOf(none, 0)).instead).toEqual({ [identified]: null })
  // A stage that was added and removed again never reaches the server.
  expect(savedOnly({ ...form, instead: { added: '' } }, offeredStages).instead).toEqual({})
})
