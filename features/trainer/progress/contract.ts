// Contract of the report on the progress of managed people.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { Open } from '#core/contract/viewerReport.ts'

/** A person in a group; '' for no group. */
export const PersonProgressRow = z.object({
  group: z.string(),
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** When they last watched anything, in seconds since 1970; null if never. */
  latest_session_unixtime: z.int().nullable(),
  /** Share of the seconds of all lessons. */
  percent_watched: z.int(),
  /** Number of assigned lessons and categories past their due date. */
  overdue: z.int(),
  lessons: z.array(z.object({ id, lesson: z.string(), watched: z.enum(['yes', 'no']), percent_watched: z.int() })),
  /** Opens the person's worksheets. */
  open: Open,
})
export type PersonProgressRow = z.infer<typeof PersonProgressRow>
/** The curriculum in order. Each person's lessons use the same order. */
export const CurriculumProgress = z.array(
  z.object({ id, number: z.int(), lesson: z.string(), category: id, focus: z.string(), seconds: z.int() }),
)
