import { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { Refusal } from '#core/sync/protocol.ts'
import { change, undoOf, withId } from '../changes.ts'
import { statusTerm, type Target } from '../contract.ts'
import { editOf } from '../editConflicts.ts'
import { targetMoved } from '../eventsContract.ts'
import { MoveInput, routes } from './contract.ts'

/** `name` is the stage's name on this device, for its list of unsent changes. */
const MoveLocal = withId(MoveInput).extend({ name: z.string().optional() })
export type MoveLocal = z.infer<typeof MoveLocal>

/** The server replaces a removed stage before, see `inCurrentStage`. Only targets that are pursued move. */
export const moveTarget = change<MoveLocal>({
  name: 'moveTarget',
  input: MoveLocal,
  decide(row, { stage, base }, context) {
    if (row.status !== 'active')
      throw new Refusal(
        'not_allowed_now',
        `This Target is ${statusTerm[row.status]} and keeps its stage. Pursue it again to move it.`,
      )
    const from = row.stage ?? null
    if (stage === from) return { row, events: [] }
    const edit = editOf(row.edits?.stage, { base, old: from, next: stage }, context)
    const staged = stage === null ? null : stampIn(context.zone, context.now)
    const next: Target = { ...row, stage, staged, edits: { ...row.edits, stage: edit } }
    return { row: { ...next, undo: undoOf(row, next, context) }, events: [targetMoved({ from, to: stage })] }
  },
  request: ({ id, name: _, ...body }) => ({ route: routes.move, params: { id }, body }),
})
