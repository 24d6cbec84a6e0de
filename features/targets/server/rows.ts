// What a change of a target writes, row by row.
import { instantOf, stampIn } from '#core/contract/dates.ts'
import { newId } from '#core/server/ids.ts'
import type { DomainEvent } from '#core/sync/protocol.ts'
import type { Change } from '#core/sync/server/reactions.ts'
import { type Collaborator, fieldOf, plainNames, type Target, type Task } from '../contract.ts'
import { companyKey } from '../entering/server/companies.ts'

/** The rows of one target's changes, from before the first to after the last. */
export function rowsOf(history: Change<Target>[]) {
  const [{ before }, { after, context }] = [history[0]!, history.at(-1)!]
  const instant = (stamp: string | null) =>
    stamp === null ? null : stamp === stampIn(context.zone, context.now) ? context.now : instantOf(context.zone, stamp)
  const seen = (after ?? before)!
  const old = new Map(before?.tasks.map((task) => [task.id, task]))
  const oldNotes = new Map(before?.notes.map((note) => [note.id, note]))
  const isKept = new Set(after?.tasks.map(({ id }) => id))
  return {
    target: after && {
      id: after.id,
      owner_id: after.owner_id,
      ...plainRow(after),
      status: after.status,
      phase: after.phase,
      revenue: after.revenue,
      lost_reason: after.lostReason,
      undo: after.undo,
      completed_at: instant(after.completed),
      deleted_at: instant(after.deleted),
      created_at: instant(after.created),
      modified_at: instant(after.modified),
    },
    tasks: (after?.tasks ?? [])
      .filter((task) => isChanged(task, old.get(task.id)))
      .map((task) => ({
        target_id: seen.id,
        id: task.id,
        user_id: task.user_id,
        description: task.description,
        help: task.help,
        due: task.due,
        created_at: instant(task.created),
        completed_at: instant(task.completed),
      })),
    dropped: after
      ? (before?.tasks ?? []).filter(({ id }) => !isKept.has(id)).map(({ id }) => ({ target_id: seen.id, id }))
      : [],
    notes: (after?.notes ?? [])
      .filter((note) => oldNotes.get(note.id)?.note !== note.note)
      .map((note) => ({
        target_id: seen.id,
        id: note.id,
        user_id: note.user_id,
        note: note.note,
        created_at: instant(note.created),
        modified_at: instant(note.modified),
      })),
    reminders: isReminded(before, after)
      ? [
          {
            target_id: seen.id,
            user_id: seen.user_id,
            task_id: (after?.reminder ?? before?.reminder)!.task_id,
            at: after?.reminder?.at ?? null,
          },
        ]
      : [],
    people: (after?.collaborators ?? [])
      .filter((person) => isAnother(person, before))
      .map((person) => ({
        target_id: seen.id,
        user_id: person.user_id,
        share_id: person.share_id === OWNERS ? null : person.share_id,
        from_id: person.from_id,
        response: person.response,
        responded_at: instant(person.responded),
      })),
    events: history.flatMap((change) => change.events.map((event) => eventRow(event, change))),
    undone: history
      .flatMap(({ events }) => events)
      .flatMap(({ kind, data }) => (kind === 'changeUndone' ? [{ target_id: seen.id, key: data?.key }] : [])),
  }
}

/** A copy of an older version may have fewer fields. */
const plainRow = (target: Target) =>
  Object.fromEntries(plainNames.map((name) => [fieldOf(name).column ?? name, target[name] ?? fieldOf(name).initial]))

const isReminded = (before: Target | null, after: Target | null) =>
  after !== null &&
  (before?.reminder?.at !== after.reminder?.at || before?.reminder?.task_id !== after.reminder?.task_id)

/** Stands for the owner in a share's place. */
const OWNERS = '0'

/** The owner who first shares a target has been on it all along. */
function isAnother(person: Collaborator, before: Target | null): boolean {
  const old = before?.collaborators.find(({ user_id }) => user_id === person.user_id)
  if (!old) return person.user_id !== before?.owner_id || person.response !== 'accepted'
  return old.share_id !== person.share_id || old.response !== person.response || old.from_id !== person.from_id
}

const isChanged = (task: Task, old: Task | undefined) =>
  !old ||
  old.user_id !== task.user_id ||
  old.due !== task.due ||
  old.completed !== task.completed ||
  old.description !== task.description ||
  old.help !== task.help

/** A step counts for whose step it was, everything else for the target's owner. */
function eventRow(event: DomainEvent, { before, after, context }: Change<Target>) {
  const seen = (after ?? before)!
  return {
    id: newId(),
    target_id: seen.id,
    user_id: (context.by ?? context.actor).id,
    person_id: event.kind === 'stepDone' ? event.data?.user_id : seen.owner_id,
    kind: event.kind,
    at: context.now,
    data: event.data ?? {},
    key: context.key,
    status: after?.status ?? 'deleted',
    dues: Object.fromEntries(
      (after?.tasks ?? []).filter(({ done }) => done === 'incomplete').map(({ user_id, due }) => [user_id, due]),
    ),
  }
}

/** How many targets more, or fewer, name each company. */
export function companiesOf(changes: Change<Target>[]) {
  const counts = new Map<string, { key: string; name: string; targets: number }>()
  const count = (target: Target | null, by: number) => {
    if (!target || target.private || target.company === '') return
    const key = companyKey(target.company)
    const known = counts.get(key)
    counts.set(key, { key, name: known?.name ?? target.company, targets: (known?.targets ?? 0) + by })
  }
  for (const { before, after } of changes) {
    if (before?.company === after?.company && before?.private === after?.private && before && after) continue
    count(before, -1)
    count(after, 1)
  }
  return [...counts.values()].filter(({ targets }) => targets !== 0)
}
