// Progress of long-running tasks: imports, handoffs, rebuilt copies.
import { z } from 'zod'

export const TaskRunRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a task across firms. */
  firm: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Time at which it became due. */
  since: z.string(),
  is_active: z.boolean(),
  /** Number of completed pieces. */
  done: z.number(),
  can_stop: z.boolean(),
  /** Explains the fate of finished work if stopped. Null if it can't be stopped. */
  if_stopped: z.string().nullable(),
})
export type TaskRunRow = z.infer<typeof TaskRunRow>
