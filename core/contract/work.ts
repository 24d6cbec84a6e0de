// What is told of long work: imports, hand-overs, copies written anew.
import { z } from 'zod'

/** Long work of one key that waits or is being done. */
export const TaskRunRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for work that is not one firm's. */
  firm: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When it was found to be due. */
  since: z.string(),
  is_active: z.boolean(),
  /** Pieces done so far. */
  done: z.number(),
  can_stop: z.boolean(),
  /** What becomes of what it did when it is stopped; null where it can't be. */
  if_stopped: z.string().nullable(),
})
export type TaskRunRow = z.infer<typeof TaskRunRow>
