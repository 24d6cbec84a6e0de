import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { type AnyAction, type Context, Refusal, temporaryId } from '#core/sync/protocol.ts'
import { runs } from '#tests/scope.ts'
import { DEFAULT_STEP, Status, Target, TargetTile } from './contract.ts'
import { openTask, tileOf } from './facts.ts'
import { createTarget, editTarget } from './forms/actions.ts'
import { writeNote } from './notes/actions.ts'
import {
  allowed,
  archiveTarget,
  completeTarget,
  isAllowedOutcome,
  loseTarget,
  pursueTarget,
  undoChange,
} from './outcome/actions.ts'
import { aTarget } from './samples.ts'
import { markStep, setStep } from './steps/actions.ts'
import { destroyTarget, emptyTrash, trashTarget } from './trash/actions.ts'

const dana = {
  id: '019aa000-0000-7000-8000-000000000001',
  first_name: 'Dana',
  last_name: 'Reyes',
  role: 'member',
} as const
const keyOf = (n: number) => `019aa000-0000-7000-8000-${String(n).padStart(12, '0')}`
const START = Date.parse('2026-11-21T18:00:00Z')

function contextAt(n: number): Context {
  const key = keyOf(n)
  let made = 0
  return {
    actor: dana,
    now: new Date(START + n * 3_600_000).toISOString(),
    zone: 'America/Los_Angeles',
    key,
    newId: () => temporaryId(key, made++),
  }
}

const created = () => createTarget.decide(null, aTarget(), contextAt(0)).row!

type Step = { action: AnyAction; input: (row: Target, keys: string[]) => Record<string, unknown> }
const dayAhead = (n: number) => addDays('2026-11-21', n)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { action: archiveTarget, input: () => ({}) },
    { action: trashTarget, input: () => ({}) },
    { action: pursueTarget, input: () => ({}) },
    { action: destroyTarget, input: () => ({}) },
    { action: emptyTrash, input: () => ({}) },
  ),
  fc
    .constantFrom(-1, 0, 40_000, 99_999_999.99)
    .map((revenue): Step => ({ action: completeTarget, input: () => ({ revenue }) })),
  fc.constantFrom('', 'Pricing').map((lost_reason): Step => ({ action: loseTarget, input: () => ({ lost_reason }) })),
  fc
    .nat(40)
    .map((n): Step => ({ action: setStep, input: () => ({ description: `Call ${n}`, due: dayAhead(n), help: '' }) })),
  fc.nat(40).map((n): Step => ({ action: editTarget, input: () => ({ due: dayAhead(n) }) })),
  fc.nat(9).map((n): Step => ({ action: markStep, input: () => ({ description: `Sent ${n}`, help: '' }) })),
  fc.constantFrom('', 'Likes boats').map((note): Step => ({ action: writeNote, input: () => ({ note }) })),
  fc.constantFrom<Step>(
    { action: editTarget, input: () => ({ company: '' }) },
    { action: editTarget, input: () => ({ contact: '' }) },
  ),
  fc.nat(30).map((n): Step => ({ action: undoChange, input: (_, keys) => ({ key: keys[n % keys.length] }) })),
)

/** Checks the invariants of every target after any action. */
function expectSound(row: Target) {
  expect(Target.strict().parse(row)).toEqual(row)
  expect(TargetTile.strict().parse(tileOf(row, '2026-11-21'))).toBeDefined()
  expect(row.company + row.contact).not.toBe('')
  const open = row.tasks.filter(({ done }) => done === 'incomplete')
  expect(open.length).toBeLessThanOrEqual(1)
  expect(row.due).toBe(openTask(row)?.due ?? null)
  for (const task of row.tasks) expect(task.completed === null).toBe(task.done === 'incomplete')
  if (row.status === 'completed')
    expect([row.completed === null, row.revenue === null, open.length]).toEqual([false, false, 0])
  if (row.status === 'active') expect([row.completed, row.deleted, row.revenue]).toEqual([null, null, null])
  expect(row.deleted === null).toBe(row.status !== 'deleted')
  expect(new Set(row.tasks.map(({ id }) => id)).size).toBe(row.tasks.length)
}

test('reaches no invalid state by any sequence of actions, and a refusal changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      let row: Target | null = created()
      const keys = [keyOf(0)]
      for (const [i, { action, input }] of steps.entries()) {
        const context = contextAt(i + 1)
        const before = structuredClone(row)
        keys.push(context.key)
        const given: Record<string, unknown> = action.kind === 'each' ? {} : { id: row.id, ...input(row, keys) }
        try {
          const decided: { row: Target | null } = action.decide(row, action.input.parse(given), context)
          expect(row).toEqual(before)
          row = decided.row
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
          expect(row).toEqual(before)
        }
        if (row === null) return
        expectSound(row)
      }
    }),
    { numRuns: runs(100, 1000) },
  )
})

test('undoes every status change to exactly the previous state', () => {
  for (const action of [completeTarget, loseTarget, archiveTarget, trashTarget] as AnyAction[]) {
    const before = created()
    const input = action === completeTarget ? { revenue: 5 } : action === loseTarget ? { lost_reason: 'Timing' } : {}
    const { row } = action.decide(before, action.input.parse({ id: before.id, ...input }), contextAt(1))
    const back = undoChange.decide(row, { id: before.id, key: keyOf(1) }, contextAt(2)).row
    expect({ ...back, modified: before.modified }).toEqual(before)
  }
})

test('allows exactly the actions listed for each status', () => {
  const table = Object.fromEntries(
    Status.options.map((status) => [
      status,
      (Object.keys(allowed) as (keyof typeof allowed)[]).filter((action) => isAllowedOutcome(action, status)),
    ]),
  )
  expect(table).toEqual({
    active: ['complete', 'lost', 'archive', 'delete'],
    archived: ['delete', 'work'],
    completed: ['delete', 'work'],
    lost: ['delete', 'work'],
    deleted: ['work', 'destroy'],
  })
})

test('asks a resumed target for a new step, and sets one for a week after a win', () => {
  const held = archiveTarget.decide(created(), { id: 'x' }, contextAt(1)).row
  expect(pursueTarget.decide(held, { id: 'x' }, contextAt(2)).row).toMatchObject({
    status: 'active',
    phase: 'reactivated',
    due: null,
    tasks: [],
  })
  const won = completeTarget.decide(created(), { id: 'x', revenue: -1 }, contextAt(1)).row
  const again = pursueTarget.decide(won, { id: 'x' }, contextAt(2)).row!
  expect(again).toMatchObject({
    status: 'active',
    phase: 'pursuing',
    due: '2026-11-28',
    revenue: null,
    completed: null,
  })
  expect(openTask(again)?.description).toBe('Identify next steps')
})

test('sorts yesterday into overdue, today to 7 days ahead into soon, and the 8th day into later', () => {
  const of = (due: string | null) => tileOf({ ...created(), due }, '2026-11-21').bucket
  expect([of('2026-11-20'), of('2026-11-21'), of('2026-11-28'), of('2026-11-29'), of(null)]).toEqual([
    'overdue',
    'soon',
    'soon',
    'later',
    'later',
  ])
  expect(tileOf({ ...created(), status: 'lost' }, '2026-11-21').bucket).toBeNull()
})

test('refuses to clear both company and contact, with an error on both fields', () => {
  const parsed = editTarget.input.safeParse({ id: 'x', company: '', contact: '' })
  expect(parsed.success).toBe(false)
  try {
    editTarget.decide({ ...created(), contact: '' }, { id: 'x', company: '' }, contextAt(1))
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      status: 400,
      errors: { company: 'Please complete this field', contact: 'Please complete this field' },
    })
  }
})

test("doesn't treat the placeholder as a step with a date or one that can be done", () => {
  const given = aTarget({ tasks: [{ description: DEFAULT_STEP, due: dayAhead(-3), help: '' }] })
  const { row, events } = createTarget.decide(null, given, contextAt(0))
  expect([row!.due, row!.tasks, events.map(({ kind }) => kind)]).toEqual([null, [], ['targetCreated']])
  expect(tileOf(row!, '2026-11-21').bucket).toBe('later')
  const later = { description: DEFAULT_STEP, due: dayAhead(7), help: '' }
  const decided = setStep.decide(created(), { id: 'x', ...later }, contextAt(1))
  expect(decided.events.map(({ kind }) => kind)).toEqual(['stepDone', 'stepTaken'])
  expect([decided.row!.due, openTask(decided.row!)]).toEqual([null, undefined])
  // As specified, pursuing a won Target again gives it a date, but it still has the placeholder.
  const won = completeTarget.decide(created(), { id: 'x', revenue: 5 }, contextAt(1)).row!
  const again = pursueTarget.decide(won, { id: 'x' }, contextAt(2)).row!
  const next = setStep.decide(again, { id: 'x', ...later, description: 'Call' }, contextAt(3))
  expect(next.events.map(({ kind }) => kind)).toEqual(['stepTaken'])
  expect(next.row!.tasks.map(({ description }) => description)).not.toContain(DEFAULT_STEP)
  const closed = completeTarget.decide(again, { id: 'x', revenue: 5 }, contextAt(3))
  expect(closed.events.map(({ kind }) => kind)).toEqual(['targetWon'])
  const back = undoChange.decide(closed.row!, { id: 'x', key: keyOf(3) }, contextAt(4)).row!
  expect(openTask(back)?.description).toBe(DEFAULT_STEP)
})

test('a new Target is sent without empty fields that an earlier version of the server doesn’t know', () => {
  const sent = (given: Parameters<typeof aTarget>[0]) => createTarget.request(aTarget(given), null).body
  const { expected_close: _, chance: __, came_from: ___, ...before } = aTarget({ projected_revenue: null })
  expect(sent({ projected_revenue: null })).toEqual(before)
  const outlook = { expected_close: '2027-03', chance: 0, came_from: { source: 'Conference' } } as const
  expect(sent(outlook)).toEqual(aTarget(outlook))
})
