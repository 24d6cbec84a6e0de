import type { z } from 'zod'
import { dayIn, stampIn } from '#core/contract/dates.ts'
import { type ExpectedClose, whyNoClose } from '#core/contract/stages.ts'
import { type Context, type DomainEvent, defineAction, Refusal } from '#core/sync/protocol.ts'
import { isSameFact } from '../cameFrom/isSameFact.ts'
import { refuseSelf } from '../cameFrom/refuseSelf.ts'
import { change, withId } from '../changes.ts'
import { withFirstContact } from '../contacts/firstContact.ts'
import { fieldOf, type PlainName, plainNames, type Target, type TargetTile, targetEndpoints } from '../contract.ts'
import { editOf } from '../editConflicts.ts'
import { stepSnoozed, targetCreated, targetEdited, targetMoved } from '../eventsContract.ts'
import { rewriteNote, withNote } from '../notes/actions.ts'
import { firstOf, newTask, snoozed, taken } from '../steps/actions.ts'
import { CreateInput, EditableFields, needsSomeone, routes } from './contract.ts'

export const createTarget = defineAction<CreateInput, Target>({
  name: 'createTarget',
  collection: targetEndpoints,
  kind: 'create',
  input: CreateInput,
  rowId: () => '',
  decide(_, input, context) {
    const id = context.newId()
    const now = stampIn(context.zone, context.now)
    const { id: user_id, first_name, last_name } = context.actor
    const { tasks, note, contact_role, stage = null, ...fields } = input
    refuseClose(fields.expected_close, context)
    const row: Target = {
      ...fields,
      id,
      user_id,
      owner_id: user_id,
      owner: `${first_name} ${last_name}`.trim(),
      status: 'active',
      phase: 'pursuing',
      due: null,
      created: now,
      modified: now,
      completed: null,
      deleted: null,
      revenue: null,
      lostReason: '',
      stage,
      staged: stage === null ? null : now,
      last_touch: null,
      shared: 'no',
      tasks: [],
      overlaps: [],
      notes: [],
      note: '',
      contacts: [],
      undo: null,
      collaborators: [],
      edits: {},
      reminder: null,
    }
    const step = newTask(row, tasks[0]!, context)
    const first = firstOf(step, tasks[0]!.remind, context)
    const events: DomainEvent[] = [
      targetCreated({ company: row.company, contact: row.contact }),
      ...(stage === null ? [] : [targetMoved({ from: null, to: stage })]),
      ...first.tasks.map((task) => taken(task)),
    ]
    const whole = withFirstContact(null, { ...row, ...first }, context, contact_role)
    refuseSelf(whole)
    return { row: withNote(whole, { note }, context), events }
  },
  request: (input) => ({ route: routes.create, body: withoutLaterNulls(input) }),
  confirm: (answer) => answer as TargetTile,
})

/** During an update, a server of the version before a field can answer, which refuses what it doesn't know. */
function withoutLaterNulls(input: CreateInput): Partial<CreateInput> {
  const body: Partial<CreateInput> = { ...input }
  for (const name of plainNames) if (input[name] === null && isLater(name)) delete body[name]
  return body
}

/** Copies from older versions lack it. */
const isLater = (name: PlainName) => fieldOf(name).fact.safeParse(undefined).success

/** A copy from an older version can lack fields. */
const valueIn = (row: Target, name: PlainName) => row[name] ?? fieldOf(name).initial

function refuseClose(close: ExpectedClose | null | undefined, { zone, now }: Context): void {
  const reason = close && whyNoClose(close, dayIn(zone, now))
  if (reason) throw new Refusal('invalid', reason, 400, { expected_close: reason })
}

const EditTargetInput = withId(EditableFields).superRefine(needsSomeone)
export type EditTargetInput = z.infer<typeof EditTargetInput>

export const editTarget = change<EditTargetInput>({
  name: 'editTarget',
  input: EditTargetInput,
  decide(row, { id: _, due, note, base, ...fields }, context) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const next = withFirstContact(row, { ...row, ...given }, context)
    const changed = Object.fromEntries(
      plainNames.flatMap((name) => (isSameFact(valueIn(next, name), valueIn(row, name)) ? [] : [[name, next[name]]])),
    ) as Partial<Pick<Target, PlainName>>
    if (next.company === '' && next.contact === '')
      throw new Refusal('invalid', 'Please complete this field', 400, {
        company: 'Please complete this field',
        contact: 'Please complete this field',
      })
    if ('expected_close' in changed) refuseClose(changed.expected_close, context)
    if ('came_from' in changed) refuseSelf(next)
    if ('private' in changed && (row.owner_id !== row.user_id || context.by))
      throw new Refusal('forbidden', 'Only the owner can make a Target private.', 403)
    if (changed.private && row.collaborators.length > 1)
      throw new Refusal('not_allowed_now', 'A shared Target can’t be private. Remove the collaborators first.')
    const events: DomainEvent[] = []
    const names = Object.keys(changed) as PlainName[]
    // A win asks where the target came from, and can still be undone after that.
    const isSourceOnly = names.join() === 'came_from' && due === undefined && note === undefined
    let edited: Target = { ...next, undo: isSourceOnly ? next.undo : null }
    if (names.length > 0) {
      const before = Object.fromEntries(names.map((name) => [name, row[name]]))
      events.push(targetEdited({ fields: names, before, after: changed }))
      const edits = names.map((name) => {
        const written = { base: base?.[name], old: row[name], next: next[name] }
        return [name, editOf(row.edits?.[name], written, context)]
      })
      edited.edits = { ...row.edits, ...Object.fromEntries(edits) }
    }
    if (due !== undefined && due !== row.due) {
      edited = snoozed(edited, { due, base: base?.due }, context)
      events.push(stepSnoozed({ from: row.due, due }))
    }
    if (note !== undefined && note !== row.note) {
      edited = withNote(edited, { note, base: base?.note }, context)
      events.push(rewriteNote(row, note))
    }
    return { row: events.length ? edited : row, events }
  },
  request: ({ id, ...body }) => ({ route: routes.edit, params: { id }, body }),
})
