import { z } from 'zod'
import { id, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { onTarget } from '../callsContract.ts'
import { limits, Note } from '../contract.ts'

/** `base` is the note's text when the person started writing. */
export const NoteInput = z.strictObject({ note: text(limits.note), base: z.string().optional() })

export const routes = {
  notesOf: defineRoute({
    name: 'targets.notesOf',
    method: 'GET',
    path: 'tiles/:id/notes',
    summary: 'List a Target’s notes',
    scope: 'targets:read',
    params: onTarget,
    answer: z.object({ notes: z.array(Note) }),
  }),
  notes: defineRoute({
    name: 'targets.notes',
    method: 'GET',
    path: 'notes',
    summary: 'List a Target’s notes',
    query: z.strictObject({ target_id: id }),
    answer: z.object({ notes: z.array(Note) }),
  }),
  addNote: defineRoute({
    name: 'targets.addNote',
    method: 'POST',
    path: 'notes',
    summary: 'Write my note',
    scope: 'targets:write',
    body: NoteInput.extend({ target_id: id }),
    answer: Note,
  }),
  editNote: defineRoute({
    name: 'targets.editNote',
    method: 'PUT',
    path: 'notes/:id',
    summary: 'Change my note',
    scope: 'targets:write',
    params: onTarget,
    body: NoteInput,
    answer: Note,
  }),
}
