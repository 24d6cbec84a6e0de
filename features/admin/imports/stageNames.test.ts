import { expect, test } from 'vitest'
import { offeredStages, type Stages } from '#core/contract/stages.ts'
import { stageProblem, withCurrentStages } from './mappedStages.ts'
import type { TargetMapping } from './mappingContract.ts'
import { stageNamed } from './stageNames.ts'
import { suggestTargets } from './suggestions.ts'

const [identified, talking, scoping, proposal, agreed] = offeredStages.inOrder.map(({ id }) => id)
const named = (names: string[]): Pick<Stages, 'inOrder'> => ({
  inOrder: names.map((name) => ({ id: name, name, meaning: '', chance: 50 })),
})

test.each([
  ['  PROPOSAL ', proposal],
  ['Proposal/Price Quote', proposal],
  ['Prospecting', identified],
  ['appointmentscheduled', talking],
  ['Needs  Analysis', scoping],
  ['Contract Sent', agreed],
  ['Negotiation/Review', null],
  ['Phase 7', null],
  ['Closed Won', null],
  ['', null],
  ['—', null],
] as const)('finds the stage that %j names', (value, id) => expect(stageNamed(value, offeredStages)).toBe(id))

test('takes the firm’s own name over a common one, and never one of two', () => {
  expect(stageNamed('Quote', named(['Quote', 'Proposal']))).toBe('Quote')
  expect(stageNamed('Price Quote', named(['Price-Quote']))).toBe('Price-Quote')
  expect(stageNamed('Propose', named(['Quote', 'Proposal']))).toBeNull()
  expect(stageNamed('提案', named(['提案', '合意']))).toBe('提案')
  expect(stageNamed('合意', named(['提案']))).toBeNull()
})

const mapping = (given: Partial<TargetMapping>): TargetMapping => ({
  ...suggestTargets([], [], offeredStages),
  ...given,
})
const removed: Stages = {
  inOrder: offeredStages.inOrder.filter(({ id }) => id !== talking && id !== agreed),
  removed: [
    { id: talking!, name: 'Talking', instead: scoping! },
    { id: agreed!, name: 'Agreed', instead: null },
  ],
  version: 1,
}

test('follows removed stages in a mapping, and forgets those that the firm never had', () => {
  const chosen = mapping({
    statuses: {
      a: `stage:${talking}`,
      b: `stage:${agreed}`,
      c: 'stage:0199a000-0000-7000-8000-000000000000',
      d: 'lost',
    },
    stages: { a: talking!, b: agreed!, c: '0199a000-0000-7000-8000-000000000000', d: 'refuse', e: 'none' },
  })
  expect(stageProblem(chosen, removed)).toBe('Choose one of these stages: Identified, Scoping, Proposal.')
  const now = withCurrentStages(chosen, removed)
  expect(now.statuses).toEqual({ a: `stage:${scoping}`, b: 'active', d: 'lost' })
  expect(now.stages).toEqual({ a: scoping, b: 'none', d: 'refuse', e: 'none' })
  expect(stageProblem(now, removed)).toBeNull()
})

test('leaves no trace of stages in the mapping of a firm without them', () => {
  const chosen = mapping({
    columns: ['company', 'stage', 'chance'],
    statuses: { a: `stage:${talking}` },
    stages: { a: talking! },
  })
  const { stages, chance_rounding, ...now } = withCurrentStages(chosen, null)
  expect([stages, chance_rounding]).toEqual([undefined, undefined])
  expect(now).toMatchObject({ columns: ['company', null, null], statuses: { a: 'active' }, open_close: 'due' })
  expect([stageProblem(chosen, null), stageProblem(now, null)]).toEqual([
    'Your firm doesn’t use stages. Match the columns and values again.',
    null,
  ])
})
