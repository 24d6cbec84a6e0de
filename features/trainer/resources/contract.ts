// What can be downloaded of lessons and worksheets: nouns and the call. No rules.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const LessonResource = z.object({
  /** The worksheet's, or of a transcript the lesson's. */
  id,
  kind: z.enum(['worksheet', 'transcript']),
  name: z.string(),
  /** When it was last changed. */
  date: stamp,
  /** The call that answers the file. */
  url: z.string(),
  lesson_id: id,
})
export type LessonResource = z.infer<typeof LessonResource>

export const resourceRoutes = {
  list: defineRoute({
    name: 'resources.list',
    method: 'GET',
    path: 'resources',
    summary: 'What can be downloaded of lessons and worksheets',
    answer: z.object({ resources: z.array(LessonResource) }),
  }),
}
