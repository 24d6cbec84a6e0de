// Actions on touches, decided by device and server.
import { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { localId, text } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { type Context, defineAction, isTemporary, Refusal } from '#core/sync/protocol.ts'
import {
  EditTouchInput,
  OnTouch,
  routes,
  type Touch,
  type TouchContact,
  TouchInput,
  touchCollection,
} from './contract.ts'
import { touchDeleted, touchEdited, touchLogged, touchMoved, touchRestored } from './eventsContract.ts'

/** Contacts with their names, since a device can show a contact that the server doesn't know yet. */
const contacts = z.array(z.strictObject({ id: localId, name: text(250) }))

const LogTouchLocal = z.strictObject({ ...TouchInput.shape, target_id: localId.nullable(), contacts })
export type LogTouchLocal = z.infer<typeof LogTouchLocal>

export const logTouch = defineAction<LogTouchLocal, Touch>({
  name: 'logTouch',
  collection: touchCollection,
  kind: 'create',
  input: LogTouchLocal,
  rowId: () => '',
  decide(_, { at, dropped, ...given }, context) {
    const { actor, newId } = context
    const row: Touch = {
      ...given,
      ...timeOf(at, context),
      id: newId(),
      user_id: actor.id,
      people: [{ id: actor.id, name: fullNameOf(actor) }],
      attachments: dropped?.attachments ?? [],
      others: dropped?.others ?? [],
      source: dropped ? 'dropped' : 'typed',
      answered: false,
    }
    return { row, events: [touchLogged({ kind: row.kind, target_id: row.target_id })] }
  },
  request: (input) => ({ route: routes.create, body: { ...input, contacts: input.contacts.map(refOf) } }),
  confirm: (answer) => answer as Touch,
})

const EditTouchLocal = OnTouch.extend({ ...EditTouchInput.shape, contacts: contacts.optional() })
export type EditTouchLocal = z.infer<typeof EditTouchLocal>

export const editTouch = defineAction<EditTouchLocal, Touch>({
  name: 'editTouch',
  collection: touchCollection,
  kind: 'change',
  input: EditTouchLocal,
  rowId: ({ id }) => id,
  decide(row, { id: _, at, ...given }, context) {
    const before = own(row, context)
    const next: Touch = { ...before, ...given, ...(at !== undefined && timeOf(at, context)) }
    if (next.target_id === null && next.contacts.length === 0)
      throw new Refusal('invalid', 'Choose a contact.', 400, { contacts: 'Choose a contact.' })
    return JSON.stringify(next) === JSON.stringify(before)
      ? { row: before, events: [] }
      : { row: next, events: [touchEdited()] }
  },
  request: ({ id, contacts: chosen, ...body }) => ({
    route: routes.edit,
    params: { id },
    body: { ...body, ...(chosen && { contacts: chosen.map(refOf) }) },
  }),
  confirm: (answer) => answer as Touch,
})

const MoveLocal = OnTouch.extend({ target_id: localId })

export const moveTouch = defineAction<z.infer<typeof MoveLocal>, Touch>({
  name: 'moveTouch',
  collection: touchCollection,
  kind: 'change',
  input: MoveLocal,
  rowId: ({ id }) => id,
  decide(row, { target_id }, context) {
    const before = own(row, context)
    if (before.target_id === target_id) return { row: before, events: [] }
    return { row: { ...before, target_id }, events: [touchMoved({ from: before.target_id })] }
  },
  request: ({ id, ...body }) => ({ route: routes.move, params: { id }, body }),
  confirm: (answer) => answer as Touch,
})

export const deleteTouch = defineAction<z.infer<typeof OnTouch>, Touch>({
  name: 'deleteTouch',
  collection: touchCollection,
  kind: 'change',
  input: OnTouch,
  rowId: ({ id }) => id,
  decide(row, _, context) {
    own(row, context)
    return { row: null, events: [touchDeleted()] }
  },
  request: (params) => ({ route: routes.remove, params }),
  confirm: () => null,
})

/** The touch shows again once the server has restored it. */
export const restoreTouch = defineAction<z.infer<typeof OnTouch>, Touch>({
  name: 'restoreTouch',
  collection: touchCollection,
  kind: 'change',
  input: OnTouch,
  rowId: ({ id }) => id,
  decide: (row) => ({ row, events: [touchRestored()] }),
  request: (params) => ({ route: routes.restore, params }),
  confirm: (answer) => answer as Touch,
})

export const touchActions = [logTouch, editTouch, moveTouch, deleteTouch, restoreTouch]

/** Minutes that a device's clock can be ahead. */
const CLOCK_SKEW_MINUTES = 10

function timeOf(at: string, { now, zone }: Context): Pick<Touch, 'at' | 'day'> {
  if (Date.parse(at) > Date.parse(now) + CLOCK_SKEW_MINUTES * 60_000)
    throw new Refusal('invalid', FUTURE, 400, { at: FUTURE })
  const day = dayIn(zone, at)
  if (day < EARLIEST) throw new Refusal('invalid', 'Choose a date.', 400, { at: 'Choose a date.' })
  return { at, day }
}
/** As for every day that people enter. */
const EARLIEST = '1900-01-01'
const FUTURE = 'Choose a day that isn’t in the future.'

function own(row: Touch | null, { actor }: Context): Touch {
  if (!row) throw new Refusal('not_found', cannotFind('touch'), 404)
  if (row.user_id !== actor.id)
    throw new Refusal('forbidden', `Only ${row.people[0]?.name || 'its owner'} can change this.`, 403)
  return row
}

const refOf = ({ id, name }: TouchContact) => (isTemporary(id) ? { name } : { id })
