// Contract of the downloads of lessons and worksheets.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const LessonResource = z.object({
  /** ID of the worksheet, or of the transcript's lesson. */
  id,
  kind: z.enum(['worksheet', 'transcript']),
  name: z.string(),
  /** When it was last changed. */
  date: stamp,
  /** URL of the file. */
  url: z.string(),
  lesson_id: id,
})
export type LessonResource = z.infer<typeof LessonResource>

export const resourceRoutes = {
  list: defineRoute({
    name: 'resources.list',
    method: 'GET',
    path: 'resources',
    summary: 'List the downloads of lessons and worksheets',
    answer: z.object({ resources: z.array(LessonResource) }),
  }),
}
