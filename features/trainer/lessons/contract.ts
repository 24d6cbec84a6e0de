// Lessons and how far the caller is in them: nouns and calls. No rules.
import { z } from 'zod'
import { day, id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

/** A video is at most a day long; one report names at most so many parts. */
export const limits = { seconds: 86_400, ranges: 200 }

const second = z.int().min(0).max(limits.seconds)
const yesOrNo = z.enum(['yes', 'no'])

/** Seconds really played, from the first up to, not including, the second. */
export const RangeInput = z
  .tuple([second, second])
  .refine(([from, to]) => from < to, { error: 'A part ends after it begins.' })

/** A question of a worksheet and what the caller wrote. */
const Cell = z.object({ name: z.string(), value: z.string(), question: z.string() })

export const Watched = z.object({
  /** When something of it was last played; null: never. */
  when: stamp.nullable(),
  seconds: z.int(),
  percent: z.int(),
  done: yesOrNo,
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** The second at which playing goes on. */
  resume: z.int(),
})
export type Watched = z.infer<typeof Watched>

export const Lesson = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  /** `mm:ss`. */
  duration: z.string(),
  seconds: z.int(),
  /** The category's name and text. */
  focus: z.string(),
  focus_description: z.string(),
  category: id,
  handle: z.string(),
  hashedId: z.string(),
  homework: z.string(),
  worksheet: z.union([
    z.literal(''),
    z.object({
      complete: yesOrNo,
      instructions: z.string(),
      download: z.string(),
      questions: z.array(z.string()),
      parameters: z.array(z.string()),
      matrix: z.array(Cell),
    }),
  ]),
  watched: Watched,
  /** The bookmark: of all lessons the one that the caller watched last. */
  latest_watched: yesOrNo,
  assigned: z.object({ by: z.string(), due: day.nullable() }).nullable(),
})
export type Lesson = z.infer<typeof Lesson>

export const OpenLesson = Lesson.extend({
  /** null where the firm's features leave transcripts out. */
  transcript: z.object({ title: z.string(), caption: z.string(), url: z.string() }).nullable(),
  /** null while a lesson has no video. */
  media: z.object({ urls: z.array(z.string()), poster: z.string(), type: z.string() }).nullable(),
})
export type OpenLesson = z.infer<typeof OpenLesson>

/** `when`: the instant on the device, for what was played without a network. */
export const WatchInput = z
  .strictObject({
    ranges: z.array(RangeInput).max(limits.ranges).optional(),
    when: z.iso.datetime().optional(),
  })
  .optional()
export type WatchInput = z.infer<typeof WatchInput>

export const routes = {
  list: defineRoute({
    name: 'lessons.list',
    method: 'GET',
    path: 'lessons',
    summary: 'The lessons that I may watch, and how far I am in each',
    answer: z.object({ lessons: z.array(Lesson) }),
  }),
  read: defineRoute({
    name: 'lessons.read',
    method: 'GET',
    path: 'lessons/:id',
    summary: 'One lesson with its video and transcript',
    params: z.strictObject({ id }),
    answer: OpenLesson,
  }),
  watch: defineRoute({
    name: 'lessons.watch',
    method: 'POST',
    path: 'lessons/:id',
    summary: 'Report what I have really played of a lesson',
    params: z.strictObject({ id }),
    query: z.strictObject({ watched: z.coerce.number().int().min(0).max(limits.seconds) }),
    body: WatchInput,
    answer: OpenLesson,
  }),
}
