// Builds the rows of a change of targets.
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { instantOf, stampIn } from '#core/contract/dates.ts'
import type { CameFrom } from '#core/contract/referrals.ts'
import { newId } from '#core/server/ids.ts'
import type { DomainEvent } from '#core/sync/protocol.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { type Collaborator, fieldOf, plainNames, type Target, type Task } from '../contract.ts'

/** Returns the rows from before a target's first change to after its last. */
export function rowsOf(history: RowChange<Target>[]) {
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
      company_key: pageKeyOf(after.company),
      status: after.status,
      phase: after.phase,
      revenue: after.revenue,
      lost_reason: after.lostReason,
      stage_id: after.stage ?? null,
      staged_at: instant(after.staged ?? null),
      undo: after.undo,
      edits: after.edits ?? {},
      completed_at: instant(after.completed),
      deleted_at: instant(after.deleted),
      created_at: instant(after.created),
      modified_at: instant(after.modified),
      is_undated: after.undated ?? false,
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
        edit: task.edit ?? null,
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
        edit: note.edit ?? null,
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
    stays: after ? staysIn(history, (stamp) => instantOf(context.zone, stamp)) : [],
    formers: (after ? formerKeys(history) : []).map((company_key) => ({ target_id: seen.id, company_key })),
    events: history.flatMap((change) => change.events.map((event) => eventRow(event, change))),
    undone: history
      .flatMap(({ events }) => events)
      .flatMap(({ kind, data }) => (kind === 'changeUndone' ? [{ target_id: seen.id, key: data?.key }] : [])),
  }
}

/** A view from an older version can lack fields. */
const plainRow = (target: Target) => ({
  ...Object.fromEntries(
    plainNames.map((name) => [fieldOf(name).column ?? name, target[name] ?? fieldOf(name).initial]),
  ),
  came_from: target.came_from ? withoutName(target.came_from) : null,
})

/** A contact or colleague can get another name. */
function withoutName(from: CameFrom): CameFrom {
  if ('contact_id' in from) return { contact_id: from.contact_id }
  return 'user_id' in from ? { user_id: from.user_id } : from
}

type Stay = { target_id: string; since: string; stage_id: string; until: string | null; ended: string | null }

/** Only a pursued target is in its stage. Older copies have none. */
const stayOf = (target: Target | null): Pick<Stay, 'since' | 'stage_id'> | null =>
  target?.status === 'active' && target.stage && target.staged ? { since: target.staged, stage_id: target.stage } : null

/** Returns how long the target was in its stages, as far as the changes say. Undoing one brings the earlier stay back. */
function staysIn(history: RowChange<Target>[], at: (stamp: string) => string): Stay[] {
  const stays = new Map<string, Stay>()
  const add = (stay: Omit<Stay, 'target_id'>, target_id: string) =>
    stays.set(stay.since, { target_id, ...stay, since: at(stay.since) })
  for (const { before, after, events, context } of history) {
    const [was, is] = [stayOf(before), stayOf(after)]
    if (was?.since === is?.since && was?.stage_id === is?.stage_id) continue
    const isUndone = events.some(({ kind }) => kind === 'changeUndone')
    const ended = isUndone ? 'undone' : after?.status === 'active' ? 'moved' : (after?.status ?? 'deleted')
    if (was) add({ ...was, until: context.now, ended }, before!.id)
    if (is) add({ ...is, until: null, ended: null }, after!.id)
  }
  return [...stays.values()]
}

type Pursued = { id: string; status: string; stage_id: string | null }

/**
 * Returns that an imported target that is pursued was in its stage at the import, so that its outcome counts for the
 * stage. It says nothing of the days there, nor of stages before. The last stage of a closed target counts for nothing: a
 * file of past wins and losses names the stage in which each ended, and not the ones that it had been in.
 */
export const stayAtImport = ({ id, status, stage_id }: Pursued, now: string): Stay[] =>
  status === 'active' && stage_id ? [{ target_id: id, since: now, stage_id, until: now, ended: 'imported' }] : []

/** Returns the company keys under which the target was found before. */
const formerKeys = (history: RowChange<Target>[]): string[] => [
  ...new Set(
    history.flatMap(({ before, after }) => {
      if (!before || !after || before.company === after.company) return []
      const [was, is] = [pageKeyOf(before.company), pageKeyOf(after.company)]
      return was === '' || was === is ? [] : [was]
    }),
  ),
]

const isReminded = (before: Target | null, after: Target | null) =>
  after !== null &&
  (before?.reminder?.at !== after.reminder?.at || before?.reminder?.task_id !== after.reminder?.task_id)

/** Replaces the share ID for the owner. */
const OWNERS = '0'

/** An owner who shares a target for the first time was on it already. */
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

/** A step counts for its own person, any other event for the target's owner, and imported events for no one. */
function eventRow(event: DomainEvent, { before, after, context, isHistory }: RowChange<Target>) {
  const seen = (after ?? before)!
  return {
    id: newId(),
    target_id: seen.id,
    user_id: (context.by ?? context.actor).id,
    by_name: context.byName ?? '',
    person_id: isHistory ? null : event.kind === 'stepDone' ? event.data?.user_id : seen.owner_id,
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
