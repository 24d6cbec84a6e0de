import { expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { type Context, temporaryId } from '#core/sync/protocol.ts'
import { conflictMessage, fieldNamed, formatEarlier } from './client/overwrittenWords.ts'
import type { Target } from './contract.ts'
import { editConflictsIn } from './editConflicts.ts'
import { openTask } from './facts.ts'
import { createTarget, editTarget } from './forms/actions.ts'
import { writeNote } from './notes/actions.ts'
import { aTarget } from './samples.ts'
import { setStep } from './steps/actions.ts'

const dana = { id: 'dana', first_name: 'Dana', last_name: 'Reyes', role: 'member' as const }
const lee = { id: 'lee', first_name: 'Lee', last_name: 'Okafor', role: 'member' as const }
const zone = 'America/Los_Angeles'
const start = Date.parse('2026-11-21T18:00:00Z')
/** Returns the context of the nth minute after 10:00 in the firm's zone. */
const at = (n: number, actor: Context['actor'] = dana): Context => {
  let made = 0
  return {
    actor,
    now: new Date(start + n * 60_000).toISOString(),
    zone,
    key: `key${n}`,
    newId: () => temporaryId(`key${n}`, made++),
  }
}
const created = (): Target => createTarget.decide(null, aTarget({ goal: 'Goal', note: 'Note' }), at(0)).row!
const moment = (me = 'dana') => ({ me, zone, now: new Date(start + 50 * 60_000) })
const told = (row: Target, me = 'dana') =>
  editConflictsIn(row).map((one) => [
    fieldNamed(one.field),
    conflictMessage(one.over, moment(me)),
    formatEarlier(one, '2026-11-21', offeredStages),
  ])

test("keeps the later of two devices' notes and shows the earlier with its time and text", () => {
  const row = created()
  const first = writeNote.decide(row, { id: 'x', note: 'From the phone', base: 'Note' }, at(42)).row!
  expect(told(first)).toEqual([])
  const { row: both, events } = writeNote.decide(first, { id: 'x', note: 'From the desk', base: 'Note' }, at(45))
  expect(both!.note).toBe('From the desk')
  expect(told(both!)).toEqual([['Your Note', 'You also changed this on another device at 10:42 AM.', 'From the phone']])
  expect(events[0]!.data).toEqual({ user_id: 'dana', before: 'From the phone', after: 'From the desk' })
})

test('shows a conflict until viewed: more edits keep it, using the earlier text removes it', () => {
  const first = writeNote.decide(created(), { id: 'x', note: 'Phone', base: 'Note' }, at(42)).row!
  const both = writeNote.decide(first, { id: 'x', note: 'Desk', base: 'Note' }, at(45)).row!
  const more = writeNote.decide(both, { id: 'x', note: 'Desk, more', base: 'Desk' }, at(46)).row!
  expect(told(more)).toEqual(told(both))
  expect(told(writeNote.decide(more, { id: 'x', note: 'Phone', base: 'Desk, more' }, at(47)).row!)).toEqual([])
})

test('reports no conflict for a current base, repeated text, or a call without a base', () => {
  const row = created()
  const edited = editTarget.decide(row, { id: 'x', goal: 'One', base: { goal: 'Goal' } }, at(1)).row!
  expect(told(edited)).toEqual([])
  expect(told(editTarget.decide(edited, { id: 'x', goal: 'One', base: { goal: 'Goal' } }, at(2)).row!)).toEqual([])
  expect(told(editTarget.decide(edited, { id: 'x', goal: 'Two' }, at(2)).row!)).toEqual([])
})

test('reports each field separately, with the colleague’s name, only to the two people involved', () => {
  const hers = editTarget.decide(
    created(),
    { id: 'x', goal: 'Lee’s', value: 'H', base: { goal: 'Goal', value: 'M' } },
    {
      ...at(42, lee),
    },
  ).row!
  const { row: both, events } = editTarget.decide(
    hers,
    { id: 'x', goal: 'Dana’s', contact: 'Bo', base: { goal: 'Goal', contact: 'Ingrid Halden' } },
    at(45),
  )
  expect(told(both!)).toEqual([['Objective', 'Lee Okafor also changed this at 10:42 AM.', 'Lee’s']])
  expect(told(both!, 'lee')).toEqual([['Objective', 'Dana Reyes also changed this at 10:45 AM.', 'Lee’s']])
  expect(told(both!, 'morgan')).toEqual([['Objective', null, 'Lee’s']])
  expect(both).toMatchObject({ goal: 'Dana’s', value: 'H', contact: 'Bo' })
  expect(events[0]!.data).toMatchObject({ before: { goal: 'Lee’s' }, after: { goal: 'Dana’s' } })
})

test('shows the earlier of two due dates from two devices', () => {
  const first = editTarget.decide(created(), { id: 'x', due: '2026-12-04', base: { due: '2026-11-27' } }, at(42)).row!
  const both = editTarget.decide(first, { id: 'x', due: '2026-12-11', base: { due: '2026-11-27' } }, at(45)).row!
  expect(both.due).toBe('2026-12-11')
  expect(told(both)).toEqual([['Due date', 'You also changed this on another device at 10:42 AM.', 'Dec 4, 2026']])
})

test('replaces a step taken on another device instead of marking it done, and says so', () => {
  const row = created()
  const was = openTask(row)!.description
  const step = (description: string, base: string | null) => ({
    id: 'x',
    description,
    due: '2026-12-01',
    help: 'Ask Bo',
    base,
  })
  const first = setStep.decide(row, step('Call', was), at(42)).row!
  const { row: both, events } = setStep.decide(first, step('Send', was), at(45))
  expect(both!.tasks.map(({ description, done }) => [description, done])).toEqual([
    [was, 'done'],
    ['Send', 'incomplete'],
  ])
  expect(events.map(({ kind }) => kind)).toEqual(['stepTaken'])
  expect(events[0]!.data).toEqual({ description: 'Send', due: '2026-12-01', help: 'Ask Bo', instead: 'Call' })
  expect(told(both!)).toEqual([
    ['Step', 'You also changed this on another device at 10:42 AM.', 'Call, due Dec 1\nAsk Bo'],
  ])
  const next = setStep.decide(both!, step('Meet', 'Send'), at(46))
  expect(next.events.map(({ kind }) => kind)).toEqual(['stepDone', 'stepTaken'])
  expect(told(next.row!)).toEqual(told(both!))
})

test('reports a conflict without a name for values from before authors were recorded', () => {
  const row: Target = { ...created(), edits: undefined, goal: 'Unknown' }
  const both = editTarget.decide(row, { id: 'x', goal: 'Mine', base: { goal: 'Goal' } }, at(45)).row!
  expect(told(both)).toEqual([['Objective', 'This was also changed on another device.', 'Unknown']])
})

test('shows a conflict only in the history after two weeks', () => {
  const first = writeNote.decide(created(), { id: 'x', note: 'Phone', base: 'Note' }, at(42)).row!
  const both = writeNote.decide(first, { id: 'x', note: 'Desk', base: 'Note' }, at(45)).row!
  const later = { ...moment(), now: new Date(start + 15 * 86_400_000) }
  expect(conflictMessage(editConflictsIn(both)[0]!.over, later)).toBeNull()
  const nextDay = { ...moment(), now: new Date(start + 86_400_000) }
  expect(conflictMessage(editConflictsIn(both)[0]!.over, nextDay)).toBe(
    'You also changed this on another device on Nov 21, 2026, 10:42 AM.',
  )
})
