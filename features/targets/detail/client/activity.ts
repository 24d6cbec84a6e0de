// Puts steps, touches, and history of a target in one list by day, latest first.
import { stampIn } from '#core/contract/dates.ts'
import type { Touch } from '#features/touches/contract.ts'
import type { Task } from '../../contract.ts'
import type { TimelineEvent } from '../contract.ts'
import { eventInstant } from './timeline.ts'

export const activityKinds = ['all', 'steps', 'touches', 'history'] as const
export type ActivityKind = (typeof activityKinds)[number]

export type ActivityEntry = { key: string; stamp: string } & (
  | { kind: 'steps'; task: Task }
  | { kind: 'touches'; touch: Touch }
  | { kind: 'history'; event: TimelineEvent }
)
export type ActivityDay = { day: string; entries: ActivityEntry[] }

type Sources = {
  tasks: readonly Task[]
  touches: readonly Touch[]
  events: readonly TimelineEvent[]
  /** There are events earlier than these. */
  hasOlder: boolean
}

/**
 * A touch of a colleague has only a day, and comes last on it. Together with the steps, the events of completed steps
 * aren't listed. Before the earliest known event, nothing is, so that the list grows only at its end.
 */
export function activityByDay(sources: Sources, kind: ActivityKind, zone: string): ActivityDay[] {
  const entries = entriesOf(sources, zone).filter((entry) => isShown(entry, kind))
  const from = kind === 'all' || kind === 'history' ? earliestOf(sources, zone) : ''
  const shown = entries.filter(({ stamp }) => stamp >= from.slice(0, stamp.length))
  const sorted = shown.sort((a, b) => (a.stamp < b.stamp ? 1 : a.stamp > b.stamp ? -1 : 0))
  return [...Map.groupBy(sorted, ({ stamp }) => stamp.slice(0, 10))].map(([day, its]) => ({ day, entries: its }))
}

const entriesOf = ({ tasks, touches, events }: Sources, zone: string): ActivityEntry[] => [
  ...events.map((event) => ({
    kind: 'history' as const,
    key: event.id,
    stamp: stampIn(zone, eventInstant(zone, event.at)),
    event,
  })),
  ...tasks.flatMap((task) =>
    task.done === 'done' && task.completed
      ? [{ kind: 'steps' as const, key: task.id, stamp: task.completed, task }]
      : [],
  ),
  ...touches.map((touch) => ({
    kind: 'touches' as const,
    key: touch.id,
    stamp: touch.at.length > 10 ? stampIn(zone, touch.at) : touch.day,
    touch,
  })),
]

function isShown(entry: ActivityEntry, kind: ActivityKind): boolean {
  if (kind !== 'all') return entry.kind === kind
  return entry.kind !== 'history' || entry.event.kind !== 'stepDone' || entry.event.undone
}

/** '' if all events are known. */
function earliestOf({ events, hasOlder }: Sources, zone: string): string {
  const last = events.at(-1)
  return hasOlder && last ? stampIn(zone, eventInstant(zone, last.at)) : ''
}
