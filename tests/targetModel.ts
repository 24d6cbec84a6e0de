// The Tracker as a subject of the engine's model-based tests, with an in-memory server.
import type { Actor, AnyAction } from '#core/sync/protocol.ts'
import { type Reader, referenceServer } from '#core/sync/testing/referenceServer.ts'
import type { Choice, RunSubject, ServerUnderTest, UserRequest } from '#core/sync/testing/subject.ts'
import { targetActions } from '#features/targets/actions.ts'
import { type Target, targetEndpoints } from '#features/targets/contract.ts'
import { openTask, tileOf } from '#features/targets/facts.ts'
import { createTarget, editTarget } from '#features/targets/forms/actions.ts'
import { writeNote } from '#features/targets/notes/actions.ts'
import {
  archiveTarget,
  completeTarget,
  loseTarget,
  pursueTarget,
  undoChange,
} from '#features/targets/outcome/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import { markStep, setStep } from '#features/targets/steps/actions.ts'
import { destroyTarget, emptyTrash, trashTarget } from '#features/targets/trash/actions.ts'

export const dana: Actor = {
  id: '0190aaaa-0000-7000-8000-00000000da7a',
  first_name: 'Dana',
  last_name: 'Whitfield',
  role: 'member',
}
export const lee: Actor = {
  id: '0190aaaa-0000-7000-8000-000000001ee0',
  first_name: 'Lee',
  last_name: 'Okafor',
  role: 'member',
}
export const zone = 'America/Los_Angeles'
export const today = '2026-11-20'

/** `openServer` can be any server with an empty pipeline for the acting person. */
export const targetSubject = (openServer: () => Promise<ServerUnderTest>, actor: Actor = dana): RunSubject => ({
  actor,
  zone,
  collections: [targetEndpoints],
  actions: targetActions,
  openServer,
  choose: (seen, temporaryIds, pick, n) => choose(seen(targetEndpoints), temporaryIds, pick, n),
  typedIn: ({ input }) => {
    const { tasks, ...given } = input as Record<string, unknown> & { tasks?: Record<string, unknown>[] }
    return typed.flatMap((name) => [given, ...(tasks ?? [])].map((fields) => fields[name])).filter(isText)
  },
})

const typed = ['company', 'contact', 'goal', 'note', 'description', 'help', 'lost_reason'] as const
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns an action of a person who sees `rows`, including ones that the rules reject. */
export function choose(
  rows: readonly Target[],
  temporaryIds: readonly string[],
  pick: number,
  n: number,
): Choice | null {
  const kind = pick % 13
  if (rows.length === 0 || kind === 0)
    return { action: createTarget, input: aTarget({ company: `Company ${n}`, note: pick % 2 ? `Met at ${n}` : '' }) }
  const target = rows[Math.floor(pick / 13) % rows.length]!
  const id = kind === 12 && temporaryIds.length ? temporaryIds[pick % temporaryIds.length]! : target.id
  if (kind === 12 && !temporaryIds.length) return { action: emptyTrash, input: {} }
  const { note: wasNote, goal: wasGoal, contact: wasContact, due: wasDue } = target
  const help = pick % 2 ? `Help ${n}` : ''
  const wasStep = openTask(target)?.description ?? null
  const choices: Choice[] = [
    { action: editTarget, input: { id, goal: `Goal ${n}`, base: { goal: wasGoal } } },
    { action: completeTarget, input: { id, revenue: n } },
    { action: loseTarget, input: { id, lost_reason: 'Timing' } },
    { action: archiveTarget, input: { id } },
    { action: trashTarget, input: { id } },
    { action: pursueTarget, input: { id } },
    { action: setStep, input: { id, description: `Step ${n}`, due: '2026-12-01', help, base: wasStep } },
    { action: writeNote, input: { id, note: `Note ${n}`, base: wasNote } },
    target.undo
      ? { action: undoChange, input: { id, key: target.undo.key } }
      : { action: writeNote, input: { id, note: `Note ${n}` } },
    target.status === 'deleted'
      ? pick % 2
        ? { action: destroyTarget, input: { id } }
        : { action: emptyTrash, input: {} }
      : { action: editTarget, input: { id, due: '2026-12-09', base: { due: wasDue } } },
    { action: editTarget, input: { id, contact: `Contact ${n}`, base: { contact: wasContact } } },
    { action: markStep, input: { id, description: `Sent ${n}`, help } },
  ]
  return choices[kind - 1]!
}

/** An in-memory server with the Tracker's own rules. */
export const targetServer = (actor: Actor = dana) =>
  referenceServer({
    actor,
    zone,
    read: readTargets,
    answerOf: (action, row) => {
      const tile = tileOf(row as Target, today)
      return action === writeNote ? tile.notes.find((note) => note.user_id === actor.id) : tile
    },
    shown: (row) => tileOf(row as Target, today),
  })

const statusActions: Record<string, AnyAction> = {
  complete: completeTarget,
  lost: loseTarget,
  archive: archiveTarget,
  delete: trashTarget,
  work: pursueTarget,
  destroy: destroyTarget,
  did: markStep,
  undo: undoChange,
}

export const readTargets: Reader = (request, rows) =>
  readFrom(request, rows(targetEndpoints) as ReadonlyMap<string, Target>)

/** Returns the action of a request from a person with these targets. */
export function readFrom(
  { method, address, body }: UserRequest,
  rows: ReadonlyMap<string, Target>,
): ReturnType<Reader> {
  const { pathname, searchParams } = new URL(address, 'http://server')
  const [what, id] = pathname.replace('/api/', '').split('/')
  const given = (body ?? {}) as Record<string, unknown>
  const about = (action: AnyAction | undefined, rowId: string, input: Record<string, unknown>) =>
    action ? { action, id: rowId, input: { ...input, id: rowId } } : null
  if (what === 'tiles' && id === 'empty_trash') return { action: emptyTrash, input: {}, id: null }
  if (what === 'tiles' && !id) return { action: createTarget, input: body, id: null }
  if (what === 'tiles')
    return about(method === 'PUT' ? editTarget : statusActions[searchParams.get('action') ?? ''], id!, given)
  if (what === 'tasks') {
    const { tile_id, ...task } = given
    return about(setStep, String(tile_id), task)
  }
  if (what !== 'notes') return null
  if (method === 'POST') {
    const { target_id, ...note } = given
    return about(writeNote, String(target_id), note)
  }
  const owner = [...rows.values()].find((row) => row.notes.some((note) => note.id === id))
  return owner ? about(writeNote, owner.id, given) : null
}
