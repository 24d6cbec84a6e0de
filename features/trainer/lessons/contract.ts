// Lessons and how far the caller is in them: nouns, what devices keep of them, and calls. No rules.
import { z } from 'zod'
import { day, id, stamp } from '#core/contract/fields.ts'
import { FileAnswer } from '#core/contract/fileAnswer.ts'
import { Played } from '#core/contract/playing.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Media } from '#core/contract/video.ts'
import { defineCollection } from '#core/sync/collection.ts'

/** A video is at most a day long. */
export const limits = { seconds: 86_400 }

const yesOrNo = z.enum(['yes', 'no'])
const second = z.int().min(0)

/** A question of a worksheet and what the caller wrote. */
const Cell = z.object({ name: z.string(), value: z.string(), question: z.string() })

export const Watched = z.object({
  /** When something of it was last played; null: never. */
  when: stamp.nullable(),
  /** Really played, each second once. */
  seconds: z.int(),
  percent: z.int(),
  done: yesOrNo,
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** The second at which playing goes on. */
  resume: z.int(),
  /** The instant of `when`. */
  at: z.iso.datetime().nullable(),
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
  /** The category's id. */
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

export const LessonDetail = Lesson.extend({
  /** null where the firm's features leave transcripts out, and where there is none. `caption`: as WebVTT, '' where it has no times; `url`: where it is had as a PDF. */
  transcript: z.object({ title: z.string(), caption: z.string(), text: z.string(), url: z.string() }).nullable(),
  /** null while a lesson has no video. */
  media: Media.nullable(),
})
export type LessonDetail = z.infer<typeof LessonDetail>

/** A lesson of the curriculum as devices keep it: without what is the person's own. The lists stand in the order of `category_position`, `position`. */
export const LessonRow = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  homework: z.string(),
  handle: z.string(),
  hashedId: z.string(),
  /** How long the video is; 0 while there is none. */
  seconds: z.int(),
  category: id,
  focus: z.string(),
  focus_description: z.string(),
  category_position: z.int(),
  position: z.int(),
  /** The worksheet's id, '' where the lesson has none. */
  worksheet: z.string(),
  /** The file of the video, which changes when the video does; null while there is none. */
  video: z.string().nullable(),
})
export type LessonRow = z.infer<typeof LessonRow>
export const lessons = defineCollection<LessonRow>({ name: 'lessons', row: LessonRow })

/** Firm Content as devices keep it. */
export const FirmLessonRow = z.object({
  id,
  hashedId: z.string(),
  title: z.string(),
  description: z.string(),
  seconds: z.int(),
  video: z.string().nullable(),
})
export type FirmLessonRow = z.infer<typeof FirmLessonRow>
export const firmLessons = defineCollection<FirmLessonRow>({ name: 'firmLessons', row: FirmLessonRow })

/** What is said in a lesson, where the firm may read it. `id` is the lesson's. */
export const TranscriptRow = z.object({ id, text: z.string() })
export type TranscriptRow = z.infer<typeof TranscriptRow>
export const transcripts = defineCollection<TranscriptRow>({ name: 'transcripts', row: TranscriptRow })

/** A lesson's captions as WebVTT, which every firm has: people who can't hear need them. `id` is the lesson's. */
export const CaptionsRow = z.object({ id, captions: z.string() })
export type CaptionsRow = z.infer<typeof CaptionsRow>
export const lessonCaptions = defineCollection<CaptionsRow>({ name: 'lessonCaptions', row: CaptionsRow })

/** How far the person is in one lesson; there is none of a lesson that they never played. `id` is the lesson's. See `watchedOf`. */
export const LessonProgressRow = z.object({
  id,
  /** In order, none touching the next, in whole seconds. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** The second at which playing goes on. */
  resume: z.int(),
  /** When something of it was last played. */
  when: z.iso.datetime(),
  /** From 95 % on, and for ever then. */
  done: yesOrNo,
})
export type LessonProgressRow = z.infer<typeof LessonProgressRow>
export const lessonProgress = defineCollection<LessonProgressRow>({ name: 'lessonProgress', row: LessonProgressRow })

/** What was assigned to the person: one lesson, or each of a category. */
export const AssignmentRow = z.object({
  id,
  lesson: id.nullable(),
  category: id.nullable(),
  /** Who assigned it, by name. */
  by: z.string(),
  due: day.nullable(),
  at: z.iso.datetime(),
})
export type AssignmentRow = z.infer<typeof AssignmentRow>
export const lessonAssignments = defineCollection<AssignmentRow>({ name: 'lessonAssignments', row: AssignmentRow })

/** `when`: the instant at which it was played last, for what was played without a network. */
export const LessonReport = z.strictObject({
  ranges: Played.optional(),
  when: z.iso.datetime().optional(),
})
export type LessonReport = z.infer<typeof LessonReport>

/** A report as an action: `watched` is where playing stands, `length` the video's seconds as the device knows them. */
export const WatchInput = z.strictObject({
  id,
  watched: second.max(limits.seconds),
  length: second.max(limits.seconds),
  ranges: Played,
  when: z.iso.datetime(),
})
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
    answer: LessonDetail,
  }),
  transcript: defineRoute({
    name: 'lessons.transcript',
    method: 'GET',
    path: 'lessons/:id/transcript',
    summary: 'Get a lesson’s transcript as a PDF',
    params: z.strictObject({ id }),
    answer: FileAnswer,
    makesFile: true,
  }),
  watch: defineRoute({
    name: 'lessons.watch',
    method: 'POST',
    path: 'lessons/:id',
    summary: 'Report the parts of a lesson I played',
    params: z.strictObject({ id }),
    query: z.strictObject({ watched: z.coerce.number().int().min(0).max(limits.seconds) }),
    body: LessonReport.optional(),
    answer: Lesson,
  }),
}
