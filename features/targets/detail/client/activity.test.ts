import { describe, expect, test } from 'vitest'
import type { Touch } from '#features/touches/contract.ts'
import type { Task } from '../../contract.ts'
import type { TimelineEvent } from '../contract.ts'
import { type ActivityKind, activityByDay } from './activity.ts'

const ZONE = 'America/Los_Angeles'
const task = (id: string, completed: string | null) =>
  ({ id, done: completed ? 'done' : 'incomplete', completed }) as Task
const touch = (id: string, at: string, day: string) => ({ id, at, day }) as Touch
const event = (id: string, at: string, kind = 'targetEdited', undone = false) =>
  ({ id, at, kind, undone }) as TimelineEvent

const sources = {
  tasks: [task('done', '2026-11-24 10:00:00'), task('open', null)],
  touches: [
    touch('mine', '2026-11-24T20:00:00.000Z', '2026-11-24'),
    touch('theirs', '2026-11-24', '2026-11-24'),
    touch('early', '2026-10-01', '2026-10-01'),
  ],
  // 1:00 on Wednesday in UTC is Tuesday evening in Los Angeles.
  events: [
    event('edited', '2026-11-25T01:00:00.000Z'),
    event('stepped', '2026-11-24T18:00:00.000Z', 'stepDone'),
    event('undone', '2026-11-23T18:00:00.000Z', 'stepDone', true),
  ],
  hasOlder: false,
}
const keys = (kind: ActivityKind, given = {}) =>
  activityByDay({ ...sources, ...given }, kind, ZONE).map(({ day, entries }) => [day, entries.map(({ key }) => key)])

describe('activity by day', () => {
  test('has steps, touches, and history in order, and completed steps once', () => {
    expect(keys('all')).toEqual([
      ['2026-11-24', ['edited', 'mine', 'done', 'theirs']],
      ['2026-11-23', ['undone']],
      ['2026-10-01', ['early']],
    ])
  })
  test('shows one kind', () => {
    expect(keys('steps')).toEqual([['2026-11-24', ['done']]])
    expect(keys('touches').flat(2)).toEqual(['2026-11-24', 'mine', 'theirs', '2026-10-01', 'early'])
    expect(keys('history')).toEqual([
      ['2026-11-24', ['edited', 'stepped']],
      ['2026-11-23', ['undone']],
    ])
  })
  test('ends where the loaded history ends', () => {
    expect(keys('all', { hasOlder: true }).map(([day]) => day)).toEqual(['2026-11-24', '2026-11-23'])
    expect(keys('touches', { hasOlder: true }).map(([day]) => day)).toEqual(['2026-11-24', '2026-10-01'])
  })
})
