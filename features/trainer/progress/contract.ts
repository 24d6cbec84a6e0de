// How far the people are whom somebody manages: the report's shape and call.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineReading } from '#core/sync/reading.ts'

export const ProgressReport = z.object({
  /** The curriculum in its order; the lessons of each person stand in the same. */
  lessons: z.array(
    z.object({ id, number: z.int(), lesson: z.string(), category: id, focus: z.string(), seconds: z.int() }),
  ),
  /** A person for each group that they are in; '' is none. By group and name. */
  progress: z.array(
    z.object({
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
    }),
  ),
})
export type ProgressReport = z.infer<typeof ProgressReport>

export const routes = {
  progress: defineRoute({
    name: 'trainer.progress',
    method: 'GET',
    path: 'org/:orgId/report/progress',
    summary: 'How far each person whom I manage is in each lesson. `status`: of active groups, or of all',
    params: z.strictObject({ orgId: id }),
    query: z.strictObject({ status: z.enum(['active', 'all']).default('active') }),
    answer: ProgressReport,
  }),
}

export const progressReading = defineReading<ProgressReport, { orgId: string }>({
  name: 'trainerProgress',
  route: routes.progress,
  callOf: ({ orgId }) => ({ params: { orgId } }),
  neverKept: 'What others have learned is theirs: it is shown to whoever manages them, and left on no device.',
})
