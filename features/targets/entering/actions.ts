// Verbs of entering: create a target, change its fields.
import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { type DomainEvent, defineAction, Refusal } from '#core/sync/protocol.ts'
import { change, withId } from '../changes.ts'
import { type Target, type Tile, targets } from '../contract.ts'
import { noteWritten, stepSnoozed, stepTaken, targetCreated, targetEdited } from '../eventsContract.ts'
import { withNote } from '../notes/actions.ts'
import { newTask, reminderFor, snoozed } from '../steps/actions.ts'
import { CreateInput, EditFields, needsSomebody, routes } from './contract.ts'

export const createTarget = defineAction<CreateInput, Target>({
  name: 'createTarget',
  collection: targets,
  kind: 'create',
  input: CreateInput,
  rowId: () => '',
  decide(_, input, context) {
    const id = context.newId()
    const now = stampIn(context.zone, context.now)
    const { id: user_id, first_name, last_name } = context.actor
    const { tasks, note, ...fields } = input
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
      shared: 'no',
      tasks: [],
      overlaps: [],
      notes: [],
      note: '',
      undo: null,
      collaborators: [],
      reminder: null,
    }
    const step = newTask(row, tasks[0]!, context)
    const events: DomainEvent[] = [
      targetCreated({ company: row.company, contact: row.contact }),
      stepTaken({ description: step.description, due: step.due }),
    ]
    const reminder = reminderFor(step, tasks[0]!.remind, context)
    return { row: withNote({ ...row, tasks: [step], due: step.due, reminder }, note, context), events }
  },
  request: (input) => ({ route: routes.create, body: input }),
  confirm: (answer) => answer as Tile,
})

const EditTargetInput = withId(EditFields).superRefine(needsSomebody)
export type EditTargetInput = z.infer<typeof EditTargetInput>

export const editTarget = change<EditTargetInput>({
  name: 'editTarget',
  input: EditTargetInput,
  decide(row, { id: _, due, note, ...fields }, context) {
    const changed = Object.fromEntries(
      Object.entries(fields).filter(([name, value]) => value !== undefined && value !== row[name as keyof Target]),
    )
    const next = { ...row, ...changed }
    if (next.company === '' && next.contact === '')
      throw new Refusal('invalid', 'Please complete this field', 400, {
        company: 'Please complete this field',
        contact: 'Please complete this field',
      })
    if ('private' in changed && (row.owner_id !== row.user_id || context.by))
      throw new Refusal('forbidden', 'Only the owner can make a Target private.', 403)
    if (changed.private && row.collaborators.length > 1)
      throw new Refusal('not_allowed_now', 'A Target that is shared cannot be private: remove the others first.')
    const events: DomainEvent[] = []
    if (Object.keys(changed).length > 0)
      events.push(
        targetEdited({
          fields: Object.keys(changed),
          before: Object.fromEntries(Object.keys(changed).map((name) => [name, row[name as keyof Target]])),
        }),
      )
    let edited: Target = { ...next, undo: null }
    if (due !== undefined && due !== row.due) {
      edited = snoozed(edited, due)
      events.push(stepSnoozed({ from: row.due, due }))
    }
    if (note !== undefined && note !== row.note) {
      edited = withNote(edited, note, context)
      events.push(noteWritten({ before: row.note }))
    }
    return { row: events.length ? edited : row, events }
  },
  request: ({ id, ...body }) => ({ route: routes.edit, params: { id }, body }),
})
