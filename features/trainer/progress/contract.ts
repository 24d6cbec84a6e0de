// How far the people are whom somebody manages: the report's shape and call.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { Open } from '#core/contract/viewerReport.ts'

/** A person in a group; '' is none. */
export const PersonProgressRow = z.object({
  group: z.string(),
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  /** When they last watched anything, in seconds since 1970; null: never. */
  latest_session_unixtime: z.int().nullable(),
  /** Of the seconds of all lessons. */
  percent_watched: z.int(),
  /** Assigned lessons and categories that should be done by now. */
  overdue: z.int(),
  lessons: z.array(z.object({ id, lesson: z.string(), watched: z.enum(['yes', 'no']), percent_watched: z.int() })),
  /** The person's worksheets. */
  open: Open,
})
export type PersonProgressRow = z.infer<typeof PersonProgressRow>
/** The curriculum in its order; the lessons of each person stand in the same. */
export const CurriculumProgress = z.array(
  z.object({ id, number: z.int(), lesson: z.string(), category: id, focus: z.string(), seconds: z.int() }),
)
