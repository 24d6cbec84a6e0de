// Contract of lessons and the caller's progress: types, device collections, and endpoints.
import { z } from 'zod'
import { day, id, stamp } from '#core/contract/fields.ts'
import { FileAnswer } from '#core/contract/fileAnswer.ts'
import { Played } from '#core/contract/playing.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Media } from '#core/contract/video.ts'
import { defineCollection } from '#core/sync/collection.ts'

/** Maximum duration of a video in seconds, a day. */
export const limits = { seconds: 86_400 }

const yesOrNo = z.enum(['yes', 'no'])
const second = z.int().min(0)

/** A question of a worksheet and the caller's answer. */
const Cell = z.object({ name: z.string(), value: z.string(), question: z.string() })

export const Watched = z.object({
  /** When some of it was last played; null if never. */
  when: stamp.nullable(),
  /** Seconds that were played, each counted once. */
  seconds: z.int(),
  percent: z.int(),
  done: yesOrNo,
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** Second at which playing resumes. */
  resume: z.int(),
  /** `when` as an instant. */
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
  /** Name and description of the category. */
  focus: z.string(),
  focus_description: z.string(),
  /** ID of the category. */
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
  /** Whether it is the lesson that the caller watched last. */
  latest_watched: yesOrNo,
  assigned: z.object({ by: z.string(), due: day.nullable() }).nullable(),
})
export type Lesson = z.infer<typeof Lesson>

export const LessonDetail = Lesson.extend({
  /**
   * Null without a transcript or without the firm's transcripts feature. `caption` is WebVTT, '' without timing. `url`
   * is the PDF.
   */
  transcript: z.object({ title: z.string(), caption: z.string(), text: z.string(), url: z.string() }).nullable(),
  /** Null while a lesson has no video. */
  media: Media.nullable(),
})
export type LessonDetail = z.infer<typeof LessonDetail>

/**
 * A curriculum lesson as devices store it, without the person's own data. Lists are ordered by `category_position` and
 * `position`.
 */
export const LessonRow = z.object({
  id,
  number: z.int(),
  title: z.string(),
  description: z.string(),
  homework: z.string(),
  handle: z.string(),
  hashedId: z.string(),
  /** Duration of the video; 0 without one. */
  seconds: z.int(),
  category: id,
  focus: z.string(),
  focus_description: z.string(),
  category_position: z.int(),
  position: z.int(),
  /** ID of the worksheet; '' for none. */
  worksheet: z.string(),
  /** ID of the video's file, which changes with the video; null without one. */
  video: z.string().nullable(),
})
export type LessonRow = z.infer<typeof LessonRow>
export const lessons = defineCollection<LessonRow>({ name: 'lessons', row: LessonRow })

/** Firm Content as devices store it. */
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

/** A lesson's transcript, if the firm has the feature. `id` is the lesson's. */
export const TranscriptRow = z.object({ id, text: z.string() })
export type TranscriptRow = z.infer<typeof TranscriptRow>
export const transcripts = defineCollection<TranscriptRow>({ name: 'transcripts', row: TranscriptRow })

/**
 * A lesson's captions as WebVTT. Every firm gets them, because people with impaired hearing need them. `id` is the
 * lesson's.
 */
export const CaptionsRow = z.object({ id, captions: z.string() })
export type CaptionsRow = z.infer<typeof CaptionsRow>
export const lessonCaptions = defineCollection<CaptionsRow>({ name: 'lessonCaptions', row: CaptionsRow })

/**
 * The person's progress in one lesson. Lessons that they never played have no row. `id` is the lesson's. See
 * `watchedOf`.
 */
export const LessonProgressRow = z.object({
  id,
  /** Played ranges in whole seconds, sorted and neither overlapping nor adjacent. */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** Second at which playing resumes. */
  resume: z.int(),
  /** Instant at which some of it was last played. */
  when: z.iso.datetime(),
  /** 'yes' from 95% on, and permanently afterwards. */
  done: yesOrNo,
})
export type LessonProgressRow = z.infer<typeof LessonProgressRow>
export const lessonProgress = defineCollection<LessonProgressRow>({ name: 'lessonProgress', row: LessonProgressRow })

/** The person's assignment of a lesson or of all lessons of a category. */
export const AssignmentRow = z.object({
  id,
  lesson: id.nullable(),
  category: id.nullable(),
  /** Name of the person who assigned it. */
  by: z.string(),
  due: day.nullable(),
  at: z.iso.datetime(),
})
export type AssignmentRow = z.infer<typeof AssignmentRow>
export const lessonAssignments = defineCollection<AssignmentRow>({ name: 'lessonAssignments', row: AssignmentRow })

/** `when` is the instant of the last playing, for reports from offline devices. */
export const LessonReport = z.strictObject({
  ranges: Played.optional(),
  when: z.iso.datetime().optional(),
})
export type LessonReport = z.infer<typeof LessonReport>

/**
 * A report as an action. `watched` is the current second, `length` the video's duration in seconds as the device has
 * it.
 */
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
    summary: 'List the lessons that I can watch, and my progress in each',
    answer: z.object({ lessons: z.array(Lesson) }),
  }),
  read: defineRoute({
    name: 'lessons.read',
    method: 'GET',
    path: 'lessons/:id',
    summary: 'Get a lesson with its video and transcript',
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
