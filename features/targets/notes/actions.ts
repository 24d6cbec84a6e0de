import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import type { Context } from '#core/sync/protocol.ts'
import { change, withId } from '../changes.ts'
import type { Note, Target } from '../contract.ts'
import { editOf, ownChangeAt } from '../editConflicts.ts'
import { noteWritten } from '../eventsContract.ts'
import { ownNote } from '../facts.ts'
import { NoteInput, routes } from './contract.ts'

export type WriteNoteLocal = z.infer<typeof WriteNoteLocal>
const WriteNoteLocal = withId(NoteInput)

/** Updates the person's note on a target, or adds a nonempty one. */
export const writeNote = change<WriteNoteLocal>({
  name: 'writeNote',
  input: WriteNoteLocal,
  decide(row, { note, base }, context) {
    if (note === row.note) return { row, events: [] }
    return { row: withNote(row, { note, base }, context), events: [rewriteNote(row, note)] }
  },
  request({ id, ...body }, confirmed) {
    const mine = confirmed && ownNote(confirmed)
    return mine
      ? { route: routes.editNote, params: { id: mine.id }, body }
      : { route: routes.addNote, body: { target_id: id, ...body } }
  },
  confirm(answer, confirmed) {
    if (!confirmed) return null
    const saved = answer as Note
    const others = confirmed.notes.filter((note) => note.user_id !== saved.user_id)
    return { ...confirmed, notes: [...others, saved], note: saved.note }
  },
})

export const rewriteNote = ({ user_id, note: before }: Target, after: string) => noteWritten({ user_id, before, after })

export function withNote(row: Target, { note, base }: z.infer<typeof NoteInput>, context: Context): Target {
  const mine = ownNote(row)
  if (!mine && note === '') return row
  const { id: user_id, first_name, last_name } = context.actor
  const now = stampIn(context.zone, context.now)
  const written = { base, old: row.note, next: note }
  const edit = editOf(mine?.edit, written, context, ownChangeAt(context, context.zone, mine?.modified))
  const saved: Note = mine
    ? { ...mine, note, modified: now, edit }
    : {
        id: context.newId(),
        user_id,
        target_id: row.id,
        note,
        first_name,
        last_name,
        created: now,
        modified: now,
        edit,
      }
  return { ...row, note, notes: [...row.notes.filter((other) => other.user_id !== user_id), saved] }
}
