// Verbs of the Tracker: each write as a pure decision. The device runs them to show the result at once,
// the server runs the very same functions to decide. Which action is allowed from which status is `allowed`, below.
import { z } from 'zod'
import { addDays, dayIn, daysBetween, formatDay, stampIn } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import type { AnyRoute } from '#core/contract/route.ts'
import {
  type Action,
  type Context,
  type Decision,
  type DomainEvent,
  defineAction,
  Refusal,
} from '#core/sync/protocol.ts'
import {
  type Bucket,
  DEFAULT_DUE_DAYS,
  DEFAULT_STEP,
  type Note,
  type Reminder,
  type Status,
  statusTerm,
  type Target,
  type Task,
  type Tile,
  typeTerm,
  valueTerm,
} from './contract.ts'
import { CreateInput, EditFields, needsSomebody } from './entering/contract.ts'
import {
  changeUndone,
  noteWritten,
  stepDone,
  stepSnoozed,
  stepTaken,
  targetCreated,
  targetDestroyed,
  targetEdited,
  targetHeld,
  targetLost,
  targetPursued,
  targetTrashed,
  targetWon,
} from './eventsContract.ts'
import { NoteInput } from './notes/contract.ts'
import { CompleteInput, LoseInput, UndoInput } from './outcome/contract.ts'
import { routes } from './routesContract.ts'
import { RemindInput, TaskInput } from './steps/contract.ts'

/** Which action leads from which status where. Source: the specification, section 4, and RULINGS. */
export const allowed = {
  complete: { from: ['active'], to: 'completed' },
  lost: { from: ['active'], to: 'lost' },
  archive: { from: ['active'], to: 'archived' },
  delete: { from: ['active', 'archived', 'completed', 'lost'], to: 'deleted' },
  work: { from: ['archived', 'deleted', 'completed', 'lost'], to: 'active' },
  destroy: { from: ['deleted'], to: null },
} as const satisfies Record<string, { from: Status[]; to: Status | null }>
export type StatusAction = keyof typeof allowed

export const isAllowed = (action: StatusAction, status: Status): boolean =>
  (allowed[action].from as readonly Status[]).includes(status)

const local = z.string().min(1)
const withId = <S extends z.ZodRawShape>(schema: z.ZodObject<S>) => schema.extend({ id: local })

export const createTarget = defineAction<CreateInput, Target>({
  name: 'createTarget',
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

export const completeTarget = statusChange(
  'completeTarget',
  'complete',
  routes.complete,
  withId(CompleteInput),
  (row, { revenue }, context) => {
    const now = stampIn(context.zone, context.now)
    const tasks = row.tasks.map((task) =>
      task.done === 'done' ? task : { ...task, done: 'done' as const, completed: now },
    )
    const closed = row.tasks.filter((task) => task.done === 'incomplete')
    return {
      row: { ...row, status: 'completed', phase: 'pursuing', completed: now, revenue, tasks, due: null },
      events: [
        ...closed.map((task) =>
          stepDone({ description: task.description, due: task.due, user_id: task.user_id, value: row.value }),
        ),
        targetWon({ revenue }),
      ],
    }
  },
)

export const loseTarget = statusChange(
  'loseTarget',
  'lost',
  routes.lose,
  withId(LoseInput),
  (row, { lost_reason }) => ({
    row: { ...row, status: 'lost', lostReason: lost_reason },
    events: [targetLost({ reason: lost_reason })],
  }),
)

export const archiveTarget = statusChange(
  'archiveTarget',
  'archive',
  routes.archive,
  withId(z.strictObject({})),
  (row) => ({
    row: { ...row, status: 'archived' },
    events: [targetHeld()],
  }),
)

export const trashTarget = statusChange(
  'trashTarget',
  'delete',
  routes.trash,
  withId(z.strictObject({})),
  (row, _, context) => {
    onlyOwner(row, 'remove')
    return {
      row: { ...row, status: 'deleted', deleted: stampIn(context.zone, context.now) },
      events: [targetTrashed({ from: row.status })],
    }
  },
)

/** 'Pursue this Target'. A won one gets the default phase and a new due date; any other asks for a new step. */
export const pursueTarget = statusChange(
  'pursueTarget',
  'work',
  routes.work,
  withId(z.strictObject({})),
  (row, _, context) => {
    const again: Target = { ...row, status: 'active', completed: null, deleted: null, revenue: null, lostReason: '' }
    const wasWon = row.status === 'completed' || (row.status === 'deleted' && row.completed !== null)
    const events: DomainEvent[] = [
      targetPursued({
        from: row.status,
        dropped: row.tasks.filter((task) => task.done === 'incomplete').map((task) => task.description),
      }),
    ]
    const kept = row.tasks.filter((task) => task.done === 'done')
    if (!wasWon) return { row: { ...again, phase: 'reactivated', tasks: kept, due: null }, events }
    const step = newTask(
      row,
      { description: DEFAULT_STEP, due: addDays(dayIn(context.zone, context.now), DEFAULT_DUE_DAYS), help: '' },
      context,
    )
    return {
      row: { ...again, phase: 'pursuing', tasks: [...kept, step], due: step.due },
      events: [...events, stepTaken({ description: step.description, due: step.due })],
    }
  },
)

export const destroyTarget = change<{ id: string }>({
  name: 'destroyTarget',
  input: z.strictObject({ id: local }),
  decide(row) {
    onlyOwner(row, 'destroy')
    refuseUnless(row, 'destroy')
    return { row: null, events: [targetDestroyed()] }
  },
  request: ({ id }) => ({ route: routes.destroy, params: { id } }),
  confirm: () => null,
})

export const emptyTrash = defineAction<Record<string, never>, Target>({
  name: 'emptyTrash',
  kind: 'each',
  input: z.strictObject({}),
  rowId: () => '',
  decide(row) {
    const isMine = row !== null && row.status === 'deleted' && row.owner_id === row.user_id
    return isMine ? { row: null, events: [targetDestroyed()] } : { row, events: [] }
  },
  request: () => ({ route: routes.emptyTrash }),
  confirm: (_, confirmed) => confirmed,
})

export type TakeStepLocal = z.infer<typeof TakeStepLocal>
const TakeStepLocal = withId(TaskInput)
/** 'Done? Take the Next Step', or 'Take A Step' where none is open. */
export const takeStep = change<TakeStepLocal>({
  name: 'takeStep',
  input: TakeStepLocal,
  decide(row, { id: _, ...input }, context) {
    if (row.status !== 'active')
      throw new Refusal('not_allowed_now', `This Target is ${statusTerm[row.status]}: pursue it again to take a step.`)
    const step = newTask(row, input, context)
    const now = stampIn(context.zone, context.now)
    const open = openTask(row)
    const tasks = row.tasks.map((task) =>
      task.id === open?.id ? { ...task, done: 'done' as const, completed: now } : task,
    )
    const events: DomainEvent[] = [stepTaken({ description: step.description, due: step.due })]
    if (open)
      events.unshift(
        stepDone({ description: open.description, due: open.due, user_id: open.user_id, value: row.value }),
      )
    const reminder = reminderFor(step, input.remind, context) ?? row.reminder ?? null
    const next: Target = { ...row, phase: 'pursuing', tasks: [...tasks, step], due: step.due, reminder }
    return { row: { ...next, undo: undoOf(row, next, context) }, events }
  },
  request: ({ id, ...body }) => ({ route: routes.takeStep, body: { tile_id: id, ...body } }),
})

export type WriteNoteLocal = z.infer<typeof WriteNoteLocal>
const WriteNoteLocal = withId(NoteInput)
/** My note on a target: changed where there is one, otherwise added, and only when it says something. */
export const writeNote = change<WriteNoteLocal>({
  name: 'writeNote',
  input: WriteNoteLocal,
  decide(row, { note }, context) {
    if (note === row.note) return { row, events: [] }
    return { row: withNote(row, note, context), events: [noteWritten({ before: row.note })] }
  },
  request({ id, note }, confirmed) {
    const mine = confirmed && ownNote(confirmed)
    return mine
      ? { route: routes.editNote, params: { id: mine.id }, body: { note } }
      : { route: routes.addNote, body: { target_id: id, note } }
  },
  confirm(answer, confirmed) {
    if (!confirmed) return null
    const saved = answer as Note
    const others = confirmed.notes.filter((note) => note.user_id !== saved.user_id)
    return { ...confirmed, notes: [...others, saved], note: saved.note }
  },
})

export type RemindLocal = z.infer<typeof RemindLocal>
const RemindLocal = withId(RemindInput)
/** Reminds the person of their open step at a minute, or no longer. Nobody else learns of it: it is no event of the target. */
export const remindMe = change<RemindLocal>({
  name: 'remindMe',
  input: RemindLocal,
  decide(row, { at }, context) {
    if (context.by) throw new Refusal('forbidden', 'A reminder can be set by the person alone.', 403)
    const open = openTask(row)
    if (at === null) return { row: { ...row, reminder: null }, events: [] }
    if (row.status !== 'active' || !open)
      throw new Refusal('not_allowed_now', 'There is no open step to be reminded of: take a step first.')
    return { row: { ...row, reminder: { task_id: open.id, at } }, events: [] }
  },
  request: ({ id, at }) => ({ route: routes.remind, params: { id }, body: { at } }),
})

export type UndoLocal = z.infer<typeof UndoLocal>
const UndoLocal = withId(UndoInput)
/** Takes back the last status change or step, by the person who made it, while nothing has replaced it. */
export const undoChange = change<UndoLocal>({
  name: 'undoChange',
  input: UndoLocal,
  decide(row, { key }) {
    const undo = row.undo
    if (!undo || undo.key !== key || undo.user_id !== row.user_id)
      throw new Refusal('not_allowed_now', 'This Target has changed since, so that could not be taken back.')
    const { made, were, key: _, user_id: __, ...facts } = undo
    const untouched = row.tasks.filter(
      (task) => !made.includes(task.id) && !were.some((before) => before.id === task.id),
    )
    const tasks = [...untouched, ...were].sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0))
    const back: Target = { ...row, ...facts, tasks, undo: null }
    return { row: { ...back, due: openTask(back)?.due ?? null }, events: [changeUndone({ key })] }
  },
  request: ({ id, key }) => ({ route: routes.undo, params: { id }, body: { key } }),
})

export const targetActions = [
  createTarget,
  editTarget,
  completeTarget,
  loseTarget,
  archiveTarget,
  trashTarget,
  pursueTarget,
  destroyTarget,
  emptyTrash,
  takeStep,
  writeNote,
  remindMe,
  undoChange,
]

// — what follows from the facts ————————————————————————————————————————————————————————————————

/** Of an active target: overdue before today, soon from today to 7 days ahead, later after that or without a date. Source: RULINGS, section 3. */
export function bucketOf(target: Pick<Target, 'status' | 'due'>, today: string): Bucket | null {
  if (target.status !== 'active') return null
  if (target.due === null) return 'later'
  const ahead = daysBetween(today, target.due)
  return ahead < 0 ? 'overdue' : ahead <= 7 ? 'soon' : 'later'
}

export const tileOf = (target: Target, today: string): Tile => ({
  ...target,
  typeterm: typeTerm[target.type],
  valueterm: valueTerm[target.value],
  statusterm: statusTerm[target.status],
  bucket: bucketOf(target, today),
  completed_formatted: target.completed ? formatDay(target.completed.slice(0, 10)) : '',
  projected_revenue_formatted: formatAmount(target.projected_revenue),
  revenue_formatted: formatAmount(target.revenue),
})

export const openTask = (target: Pick<Target, 'tasks' | 'user_id'>): Task | undefined =>
  target.tasks.find((task) => task.done === 'incomplete' && task.user_id === target.user_id)
/** What this person is reminded of: nothing once the step is done or the target closed. It comes back when that is taken back. */
export function reminderOf(target: Pick<Target, 'reminder' | 'tasks' | 'user_id' | 'status'>): Reminder | null {
  if (!target.reminder || target.status !== 'active') return null
  return target.reminder.task_id === openTask(target)?.id ? target.reminder : null
}
export const ownNote = (target: Pick<Target, 'notes' | 'user_id'>): Note | undefined =>
  target.notes.find((note) => note.user_id === target.user_id)

// — parts of decisions —————————————————————————————————————————————————————————————————————————

type Change<I> = Pick<Action<I, Target>, 'name' | 'input' | 'request'> & {
  decide: (row: Target, input: I, context: Context) => Decision<Target>
  confirm?: Action<I, Target>['confirm']
}

/** An action on one target that the person still has a part in; marks it as modified when anything happened. */
function change<I extends { id: string }>({ name, input, decide, request, confirm }: Change<I>): Action<I, Target> {
  return defineAction<I, Target>({
    name,
    kind: 'change',
    input,
    request,
    rowId: (given) => given.id,
    confirm: confirm ?? ((answer) => answer as Tile),
    decide(row, given, context) {
      if (!row) throw new Refusal('not_found', 'No target found with the specific id.', 404)
      if (row.shared === 'pending') throw new Refusal('not_allowed_now', 'Accept the invitation first.')
      const decided = decide(row, given, context)
      if (!decided.row || decided.events.length === 0) return decided
      return { ...decided, row: { ...decided.row, modified: stampIn(context.zone, context.now) } }
    },
  })
}

function statusChange<I extends { id: string }>(
  name: string,
  action: StatusAction,
  route: AnyRoute,
  input: z.ZodType<I>,
  decide: (row: Target, input: I, context: Context) => { row: Target; events: DomainEvent[] },
): Action<I, Target> {
  return change<I>({
    name,
    input,
    decide(row, given, context) {
      refuseUnless(row, action)
      const decided = decide(row, given, context)
      return { ...decided, row: { ...decided.row, undo: undoOf(row, decided.row, context) } }
    },
    request: ({ id, ...body }) => ({ route, params: { id }, body }),
  })
}

function refuseUnless(row: Target, action: StatusAction) {
  if (!isAllowed(action, row.status))
    throw new Refusal('not_allowed_now', `This Target is already ${statusTerm[row.status]}.`)
}
export function onlyOwner(row: Target, verb: string) {
  if (row.owner_id !== row.user_id) throw new Refusal('forbidden', `Only the owner can ${verb} this Target.`, 403)
}

/** Who acts for somebody else reminds nobody. */
const reminderFor = ({ id }: Task, at: string | undefined, { by }: Context): Reminder | null =>
  at && !by ? { task_id: id, at } : null

export function newTask(row: Pick<Target, 'id'>, { remind: _, ...input }: TaskInput, context: Context): Task {
  const { id: user_id, first_name, last_name } = context.actor
  return {
    id: context.newId(),
    tile_id: row.id,
    user_id,
    first_name,
    last_name,
    ...input,
    done: 'incomplete',
    created: stampIn(context.zone, context.now),
    completed: null,
  }
}

function snoozed(row: Target, due: string): Target {
  const open = openTask(row)
  if (!open) throw new Refusal('not_allowed_now', 'There is no open step to snooze: take a step first.')
  return { ...row, due, tasks: row.tasks.map((task) => (task.id === open.id ? { ...task, due } : task)) }
}

function withNote(row: Target, note: string, context: Context): Target {
  const mine = ownNote(row)
  if (!mine && note === '') return row
  const { id: user_id, first_name, last_name } = context.actor
  const now = stampIn(context.zone, context.now)
  const saved: Note = mine
    ? { ...mine, note, modified: now }
    : { id: context.newId(), user_id, target_id: row.id, note, first_name, last_name, created: now, modified: now }
  return { ...row, note, notes: [...row.notes.filter((other) => other.user_id !== user_id), saved] }
}

function undoOf(before: Target, after: Target, context: Context): Target['undo'] {
  const { status, phase, completed, deleted, revenue, lostReason } = before
  const were = before.tasks.filter((task) => after.tasks.find((next) => next.id === task.id)?.done !== task.done)
  const made = after.tasks.filter((task) => !before.tasks.some((old) => old.id === task.id)).map((task) => task.id)
  return {
    key: context.key,
    user_id: context.actor.id,
    status,
    phase,
    completed,
    deleted,
    revenue,
    lostReason,
    made,
    were,
  }
}
