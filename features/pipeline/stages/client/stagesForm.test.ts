import { expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { StagesInput } from '../contract.ts'
import { inputOf, savedOnly, stagesFormOf, withLatest, withMoved, withoutStage } from './stagesForm.ts'

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

test('keeps what was typed on top of what someone else saved', () => {
  const newId = () => 'again'
  const [first, second, third, fourth, fifth] = offeredStages.inOrder
  const lunch = { id: 'lunch', name: 'Lunch', meaning: '', chance: 5 }
  const latest = {
    inOrder: [second!, { ...first!, chance: 15, meaning: 'Theirs.' }, lunch, fourth!, fifth!],
    removed: [{ id: third!.id, name: third!.name, instead: null }],
    version: 1,
  }
  const typed = (given: Partial<typeof form>) => withLatest({ ...form, ...given }, offeredStages, latest, newId)
  // Without changes here, it's theirs.
  expect(typed({})).toEqual(stagesFormOf(latest))
  const renamed = form.stages.with(0, { ...form.stages[0]!, name: 'Invited' })
  expect(typed({ stages: renamed }).stages[1]).toEqual({
    id: identified,
    name: 'Invited',
    meaning: 'Theirs.',
    chance: '15',
  })
  // Their order counts unless it was changed here.
  expect(names(typed({ stages: withMoved(form, 4, 0).stages }))).toBe('AITPL')
  // An edited stage that they removed comes back as a new one.
  const scoped = form.stages.with(2, { ...form.stages[2]!, meaning: 'Mine.' })
  expect(typed({ stages: scoped }).stages.at(-1)).toEqual({ ...form.stages[2]!, meaning: 'Mine.', id: 'again' })
  // A removal stays, unless its Targets would go to a stage that they removed.
  expect(typed(withoutStage(form, talking, identified)).instead).toEqual({ [talking]: identified })
  const back = typed(withoutStage(form, talking, scoping))
  expect([names(back), back.instead]).toEqual(['TILPA', {}])
})
