import { expect, test } from 'vitest'
import type { FirmSetup } from './setupContract.ts'
import { setupSteps } from './setupSteps.ts'

const fresh: FirmSetup = {
  people: 1,
  waiting: 0,
  groups: 0,
  without_manager: 0,
  domains: 0,
  has_provider: false,
  is_sign_on_only: false,
  second_factor_from: null,
  has_logo: false,
  imported: 0,
}
const doneOf = (change: Partial<FirmSetup>) =>
  setupSteps({ ...fresh, ...change }).flatMap(({ label, isDone }) => (isDone ? [label] : []))
const stepOf = (label: string, change: Partial<FirmSetup>) =>
  setupSteps({ ...fresh, ...change }).find((one) => one.label === label)

test('checks nothing in a new firm, and checks each line once its requirement is met', () => {
  expect(doneOf({})).toEqual([])
  expect(doneOf({ people: 3, waiting: 1 })).toEqual(['Invite your people'])
  expect(doneOf({ people: 3 })).toEqual(['Invite your people', 'Everyone has signed in'])
  expect(doneOf({ groups: 2, without_manager: 1 })).toEqual([])
  expect(doneOf({ groups: 2 })).toEqual(['Create groups and choose their managers'])
  expect(doneOf({ domains: 1 })).toEqual(['Verify your firm’s email domain'])
  expect(doneOf({ has_provider: true })).toEqual(['Protect sign-in'])
  expect(doneOf({ second_factor_from: '2027-01-04' })).toEqual(['Protect sign-in'])
  expect(doneOf({ has_logo: true })).toEqual(['Add your firm’s logo'])
  expect(doneOf({ imported: 12 })).toEqual(['Import your pipeline'])
})

test("shows how many people haven't signed in yet and links to them", () => {
  expect(stepOf('Everyone has signed in', { people: 5, waiting: 2 })).toMatchObject({
    tells: 'Not signed in yet: 2',
    to: '/admin/people',
    search: { state: 'waiting' },
  })
})

test('leaves out the pipeline in a firm without the Tracker', () => {
  expect(stepOf('Import your pipeline', {})).toBeDefined()
  expect(stepOf('Import your pipeline', { imported: null })).toBeUndefined()
})
