// Contract of the curriculum for operators. The lessons' contract defines what firms see.
import { z } from 'zod'
import { captionLimits } from '#core/contract/captions.ts'
import { id, messages, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Media } from '#core/contract/video.ts'
import { Sheet, WorksheetText } from '../worksheets/contract.ts'

export const curriculumLimits = {
  name: 100,
  focus: 500,
  title: 100,
  description: 300,
  homework: 2000,
  handle: 100,
  transcript: 100_000,
  categories: 100,
  lessons: 1000,
} as const

/** Only operators see drafts. Archived content keeps everyone's progress and answers. */
export const State = z.enum(['draft', 'published', 'archived'])
export type State = z.infer<typeof State>

export const ListedLesson = z.object({
  id,
  number: z.int(),
  title: z.string(),
  state: State,
  /** Duration of its video; 0 without one. */
  seconds: z.int(),
  has_transcript: z.boolean(),
  has_worksheet: z.boolean(),
})
export type ListedLesson = z.infer<typeof ListedLesson>

export const ListedCategory = z.object({
  id,
  /** Focus of its lessons, and the text next to it. */
  name: z.string(),
  description: z.string(),
  state: State,
  revision: z.int(),
  lessons: z.array(ListedLesson),
})
export type ListedCategory = z.infer<typeof ListedCategory>

/** Ordered, and including drafts and archived content. */
export const CurriculumOverview = z.object({ categories: z.array(ListedCategory) })
export type CurriculumOverview = z.infer<typeof CurriculumOverview>

export const CategoryInput = z.strictObject({
  name: requiredText(curriculumLimits.name),
  description: text(curriculumLimits.focus),
})
export type CategoryInput = z.infer<typeof CategoryInput>

/** Responds with 409 if `revision` isn't the current one. */
export const CategoryChange = CategoryInput.extend({ revision: z.int() })

export const NewLessonInput = z.strictObject({ title: requiredText(curriculumLimits.title) })

const handleSentence = 'Use lowercase letters, digits, and hyphens.'
export const LessonInput = NewLessonInput.extend({
  description: text(curriculumLimits.description),
  homework: text(curriculumLimits.homework),
  handle: text(curriculumLimits.handle)
    .toLowerCase()
    .min(1, messages.complete)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, handleSentence),
  transcript: text(curriculumLimits.transcript),
  /** Responds with 409 if it isn't the current one. */
  revision: z.int(),
})
export type LessonInput = z.infer<typeof LessonInput>

/** A version of a worksheet, and the number of people with answers in it. */
export const AuthoredWorksheet = Sheet.extend({ answered_by: z.int() })
export type AuthoredWorksheet = z.infer<typeof AuthoredWorksheet>

export const AuthoredLesson = ListedLesson.extend({
  description: z.string(),
  homework: z.string(),
  handle: z.string(),
  transcript: z.string(),
  /** WebVTT; '' for none. */
  captions: z.string(),
  /** Corrections and omissions in the uploaded captions. */
  caption_notes: z.array(z.string()).optional(),
  category: z.object({ id, name: z.string(), state: State }),
  video: Media.nullable(),
  revision: z.int(),
  /** Number of people in all firms who have played some of it. */
  watched_by: z.int(),
  worksheet: z
    .object({
      id,
      /** Whether it is removed from its lesson. Answers stay readable. */
      is_taken_off: z.boolean(),
      /** The current version comes last. */
      versions: z.array(AuthoredWorksheet),
    })
    .nullable(),
})
export type AuthoredLesson = z.infer<typeof AuthoredLesson>

const one = z.strictObject({ id })
const StateInput = z.strictObject({ state: State })

export const curriculumRoutes = {
  list: defineRoute({
    name: 'curriculum.list',
    method: 'GET',
    path: 'operator/curriculum',
    summary: 'Get the curriculum with drafts and archived lessons, for operators',
    answer: CurriculumOverview,
  }),
  addCategory: defineRoute({
    name: 'curriculum.addCategory',
    method: 'POST',
    path: 'operator/categories',
    summary: 'Add a draft category at the end',
    body: CategoryInput,
    answer: CurriculumOverview,
  }),
  editCategory: defineRoute({
    name: 'curriculum.editCategory',
    method: 'PUT',
    path: 'operator/categories/:id',
    summary: 'Change a category’s name and text',
    params: one,
    body: CategoryChange,
    answer: CurriculumOverview,
  }),
  setCategoryState: defineRoute({
    name: 'curriculum.setCategoryState',
    method: 'PUT',
    path: 'operator/categories/:id/state',
    summary: 'Publish or archive a category and its lessons',
    params: one,
    body: StateInput,
    answer: CurriculumOverview,
  }),
  placeCategory: defineRoute({
    name: 'curriculum.placeCategory',
    method: 'PUT',
    path: 'operator/categories/:id/place',
    summary: 'Move a category before another one, or to the end',
    params: one,
    body: z.strictObject({ before: id.nullable() }),
    answer: CurriculumOverview,
  }),
  removeCategory: defineRoute({
    name: 'curriculum.removeCategory',
    method: 'DELETE',
    path: 'operator/categories/:id',
    summary: 'Delete a draft category that has no lessons',
    params: one,
    answer: CurriculumOverview,
  }),
  addLesson: defineRoute({
    name: 'curriculum.addLesson',
    method: 'POST',
    path: 'operator/categories/:id/lessons',
    summary: 'Add a draft lesson at the end of a category',
    params: one,
    body: NewLessonInput,
    answer: AuthoredLesson,
  }),
  readLesson: defineRoute({
    name: 'curriculum.readLesson',
    method: 'GET',
    path: 'operator/lessons/:id',
    summary: 'Get a lesson with everything operators can edit',
    params: one,
    answer: AuthoredLesson,
  }),
  editLesson: defineRoute({
    name: 'curriculum.editLesson',
    method: 'PUT',
    path: 'operator/lessons/:id',
    summary: 'Change a lesson’s texts',
    params: one,
    body: LessonInput,
    answer: AuthoredLesson,
  }),
  setLessonState: defineRoute({
    name: 'curriculum.setLessonState',
    method: 'PUT',
    path: 'operator/lessons/:id/state',
    summary: 'Publish or archive a lesson; progress and answers stay',
    params: one,
    body: StateInput,
    answer: CurriculumOverview,
  }),
  placeLesson: defineRoute({
    name: 'curriculum.placeLesson',
    method: 'PUT',
    path: 'operator/lessons/:id/place',
    summary: 'Move a lesson before another one of a category, or to its end',
    params: one,
    body: z.strictObject({ category: id, before: id.nullable() }),
    answer: CurriculumOverview,
  }),
  removeLesson: defineRoute({
    name: 'curriculum.removeLesson',
    method: 'DELETE',
    path: 'operator/lessons/:id',
    summary: 'Delete a draft that was never published',
    params: one,
    answer: CurriculumOverview,
  }),
  setVideo: defineRoute({
    name: 'curriculum.setVideo',
    method: 'PUT',
    path: 'operator/lessons/:id/video',
    summary: 'Replace a lesson’s video with an uploaded one; people keep their progress',
    params: one,
    body: z.strictObject({ upload_id: id, thumbnail_upload_id: id.optional() }),
  }),
  setPoster: defineRoute({
    name: 'curriculum.setPoster',
    method: 'PUT',
    path: 'operator/lessons/:id/poster',
    summary: 'Replace the thumbnail of a lesson’s video with an uploaded image',
    params: one,
    body: z.strictObject({ thumbnail_upload_id: id }),
  }),
  setCaptions: defineRoute({
    name: 'curriculum.setCaptions',
    method: 'PUT',
    path: 'operator/lessons/:id/captions',
    summary: 'Set a lesson’s captions as .vtt or .srt; null generates them from its transcript',
    params: one,
    body: z.strictObject({
      captions: z
        .string()
        .max(captionLimits.characters, 'These captions are too long. The limit is 500,000 characters.')
        .nullable(),
    }),
    answer: AuthoredLesson,
  }),
  saveWorksheet: defineRoute({
    name: 'curriculum.saveWorksheet',
    method: 'PUT',
    path: 'operator/lessons/:id/worksheet',
    summary: 'Write a lesson’s worksheet, as a new version if it has answers',
    params: one,
    /** Responds with 409 if `version`, 0 for none, isn't the current one. */
    body: WorksheetText.extend({ version: z.int().min(0) }),
    answer: AuthoredLesson,
  }),
  placeWorksheet: defineRoute({
    name: 'curriculum.placeWorksheet',
    method: 'PUT',
    path: 'operator/lessons/:id/worksheet/place',
    summary: 'Remove a lesson’s worksheet, or restore it; answers stay readable',
    params: one,
    /** `version` works as in `saveWorksheet`. */
    body: z.strictObject({ is_taken_off: z.boolean(), version: z.int().min(1) }),
    answer: AuthoredLesson,
  }),
}
