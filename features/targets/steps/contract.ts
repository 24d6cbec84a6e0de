import { z } from 'zod'
import { day, id, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { actionCall } from '../callsContract.ts'
import { limits, TargetTile } from '../contract.ts'

/** Instant, rounded down to the minute. */
const minute = z.iso.datetime({ error: 'Choose a time.' }).overwrite((at) => {
  const ms = Date.parse(at)
  return Number.isNaN(ms) ? at : new Date(Math.floor(ms / 60_000) * 60_000).toISOString()
})
export const TaskInput = z.strictObject({
  description: requiredText(limits.step),
  due: day,
  help: text(limits.help).default(''),
  remind: minute.optional(),
})
export type TaskInput = z.infer<typeof TaskInput>
export const DoneInput = TaskInput.pick({ description: true, help: true })
/** Null clears the reminder. */
export const RemindInput = z.strictObject({ at: minute.nullable() })
/** `base`: text of the person's open step when they took this one, or null if none was open. */
export const TakenInput = TaskInput.extend({ base: z.string().nullable().optional() })
export const TakeStepInput = TakenInput.extend({ tile_id: id })

export const routes = {
  takeStep: defineRoute({
    name: 'targets.takeStep',
    method: 'POST',
    path: 'tasks',
    summary: 'Complete my open step, if there is one, and start this one',
    scope: 'targets:write',
    body: TakeStepInput,
    answer: TargetTile,
  }),
  noteStep: defineRoute({
    ...actionCall('did', 'Note a step that I have done; my open step, if there is one, stays'),
    scope: 'targets:write',
    body: DoneInput,
  }),
  remind: defineRoute({
    ...actionCall('remind', 'Remind me of my open step at a minute, or no longer'),
    body: RemindInput,
  }),
}
