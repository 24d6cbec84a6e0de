// Verbs of notes.
import type { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import type { Context } from '#core/sync/protocol.ts'
import { change, withId } from '../changes.ts'
import type { Note, Target } from '../contract.ts'
import { noteWritten } from '../eventsContract.ts'
import { ownNote } from '../facts.ts'
import { NoteInput, routes } from './contract.ts'

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

export function withNote(row: Target, note: string, context: Context): Target {
  const mine = ownNote(row)
  if (!mine && note === '') return row
  const { id: user_id, first_name, last_name } = context.actor
  const now = stampIn(context.zone, context.now)
  const saved: Note = mine
    ? { ...mine, note, modified: now }
    : { id: context.newId(), user_id, target_id: row.id, note, first_name, last_name, created: now, modified: now }
  return { ...row, note, notes: [...row.notes.filter((other) => other.user_id !== user_id), saved] }
}
