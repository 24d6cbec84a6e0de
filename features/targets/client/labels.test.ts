import { expect, test } from 'vitest'
import { dayInSentence } from '#core/contract/dates.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { aTarget } from '../samples.ts'
import { targetDisplayName } from './labels.ts'
import { listFields, outboxSentence, typedIn } from './outboxLabels.ts'

const today = '2026-11-18'
const row = { id: 't1', company: 'Acme', contact: 'Jane Doe' }
const sent = (action: string, input: unknown, about: typeof row | null = row): Outgoing => ({
  seq: 1,
  collection: 'targets',
  key: 'k',
  action,
  input,
  rowId: 't1',
  row: about,
  at: '2026-11-18T18:00:00.000Z',
  state: 'waiting',
  attempts: 0,
})
const said = (action: string, input: unknown, about: typeof row | null = row) =>
  outboxSentence(sent(action, input, about), today)

test('describes a win with its revenue, or as intangible', () => {
  expect(said('completeTarget', { id: 't1', revenue: 40_000 })).toBe(
    'Complete Acme, Jane Doe with $40,000 won revenue.',
  )
  expect(said('completeTarget', { id: 't1', revenue: -1 })).toBe('Complete Acme, Jane Doe with intangible value.')
})

test('describes where a target moves', () => {
  const kestrel = { id: 't2', company: 'Kestrel Logistics', contact: '' }
  expect(said('archiveTarget', { id: 't2' }, kestrel)).toBe('Move Kestrel Logistics to On Hold.')
  expect(said('trashTarget', { id: 't2' }, kestrel)).toBe('Move Kestrel Logistics to Recently Deleted.')
  expect(said('loseTarget', { id: 't2', lost_reason: 'Timing' }, kestrel)).toBe(
    'Move Kestrel Logistics to Lost. Reason: Timing.',
  )
  expect(said('loseTarget', { id: 't2', lost_reason: '' }, kestrel)).toBe('Move Kestrel Logistics to Lost.')
  expect(said('pursueTarget', { id: 't2' }, kestrel)).toBe('Pursue Kestrel Logistics again.')
  expect(said('destroyTarget', { id: 't2' }, kestrel)).toBe('Permanently delete Kestrel Logistics.')
})

test('describes a new target by the names in the form and its first due date', () => {
  const input = aTarget({ company: 'Acme', contact: '', tasks: [{ description: 'Call', due: '2026-11-24', help: '' }] })
  expect(said('createTarget', input, null)).toBe('Create Acme, with a first step due next Tuesday.')
})

test('describes an edit by its fields, a snooze by its day, and a note as a note', () => {
  expect(said('editTarget', { id: 't1', goal: 'x', value: 'H' })).toBe(
    'Change the objective and value of Acme, Jane Doe.',
  )
  expect(said('editTarget', { id: 't1', due: '2026-11-19' })).toBe('Snooze Acme, Jane Doe until tomorrow.')
  expect(said('editTarget', { id: 't1', note: 'x' })).toBe('Change the note on Acme, Jane Doe.')
  expect(said('writeNote', { id: 't1', note: 'x' })).toBe('Change the note on Acme, Jane Doe.')
})

test('describes a step with its text and day', () => {
  expect(said('takeStep', { id: 't1', description: 'Send the memo', due: '2026-11-20', help: '' })).toBe(
    'Take the next step on Acme, Jane Doe: “Send the memo”, due Friday.',
  )
})

test('describes unknown actions and actions on unknown rows', () => {
  expect(said('archiveTarget', { id: 't1' }, null)).toBe('Move this Target to On Hold.')
  expect(said('undoChange', { id: 't1', key: 'k' })).toBe('Undo the last change to Acme, Jane Doe.')
  expect(said('emptyTrash', {}, null)).toBe('Permanently delete all Targets in Recently Deleted.')
  expect(said('somethingLater', undefined)).toBe('Change Acme, Jane Doe.')
})

test('returns the text a person typed for copying, and nothing else', () => {
  expect(typedIn(sent('writeNote', { id: 't1', note: 'Likes tea' }))).toBe('Likes tea')
  expect(typedIn(sent('takeStep', { id: 't1', description: 'Call', due: today, help: 'Ask Bo' }))).toBe('Call\nAsk Bo')
  expect(typedIn(sent('createTarget', aTarget({ company: 'Acme', contact: '', contact_email: '', note: 'N' })))).toBe(
    'Acme\nBecome their counsel for charter disputes\nSend the draft engagement letter\nN',
  )
  expect(typedIn(sent('editTarget', { id: 't1', due: today }))).toBeNull()
  expect(typedIn(sent('archiveTarget', { id: 't1' }))).toBeNull()
})

test('formats names, initials, fields, and days for people', () => {
  expect(targetDisplayName({ company: '', contact: 'Jane Doe' })).toBe('Jane Doe')
  expect(initialsOf({ first_name: 'jane', last_name: 'Doe' })).toBe('JD')
  expect(listFields(['company', 'contact_email', 'goal'])).toBe('the company, email, and objective')
  expect(listFields(['unheard_of'])).toBe('details')
  expect(dayInSentence('2026-11-18', today)).toBe('today')
  expect(dayInSentence('2026-12-30', today)).toBe('Dec 30')
})
