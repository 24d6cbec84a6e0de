// Contract of worksheets and a person's answers: types, device collections, and endpoints.
import { z } from 'zod'
import { day, id, requiredText, stamp, text } from '#core/contract/fields.ts'
import { FileAnswer } from '#core/contract/fileAnswer.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { trainerFlag } from '../flagsContract.ts'

/**
 * Maximum characters of a cell, instructions, a heading, and a comment; maximum columns, rows, and characters of cells
 * per request.
 */
export const limits = {
  cell: 5000,
  instructions: 2000,
  head: 200,
  comment: 2000,
  questions: 8,
  parameters: 30,
  matrix: 500_000,
}

/** Exceeds the number of lessons in any category. */
export const PER_CATEGORY = 10_000

/** A column or a row. Its key stays when it is reworded or moved, so that answers match it. */
export const WorksheetHead = z.object({ key: z.string(), text: z.string() })
export type WorksheetHead = z.infer<typeof WorksheetHead>

export const Sheet = z.object({
  version: z.int(),
  instructions: z.string(),
  /** The columns. */
  questions: z.array(WorksheetHead),
  /** The rows. */
  parameters: z.array(WorksheetHead),
})
export type Sheet = z.infer<typeof Sheet>

/** A worksheet as devices store it, without the person's own data. */
export const WorksheetRow = Sheet.extend({
  id,
  lesson_id: id,
  /** Number of its lesson. */
  number: z.int(),
  title: z.string(),
  category: id,
  /** The category's position times PER_CATEGORY, plus the lesson's position. */
  position: z.int(),
  /** Whether the lesson is archived or no longer has the worksheet. Answers are read-only. */
  archived: z.boolean(),
  /** Previous versions, oldest first. */
  earlier: z.array(Sheet),
})
export type WorksheetRow = z.infer<typeof WorksheetRow>
export const worksheets = defineCollection<WorksheetRow>({ name: 'worksheets', row: WorksheetRow })

/** Value of a cell in a version. `at` is the instant it was written. */
export const Answer = z.object({ version: z.int(), name: z.string(), value: z.string(), at: z.iso.datetime() })
export type Answer = z.infer<typeof Answer>
export const Comment = z.object({
  id: z.string(),
  version: z.int(),
  /** Cell name; '' for the whole worksheet. */
  name: z.string(),
  text: z.string(),
  /** Whether it returned the answers. */
  is_return: z.boolean(),
  by: z.object({ id, first_name: z.string(), last_name: z.string() }),
  at: z.iso.datetime(),
})
export type Comment = z.infer<typeof Comment>

/** A person's answers and comments on one worksheet. Without any there is no row. `id` is the worksheet's. */
export const AnswersRow = z.object({
  id,
  cells: z.array(Answer),
  comments: z.array(Comment),
  /** When a manager returned it, if nothing was written since. */
  returned: z.iso.datetime().nullable(),
})
export type AnswersRow = z.infer<typeof AnswersRow>
export const worksheetAnswers = defineCollection<AnswersRow>({ name: 'worksheetAnswers', row: AnswersRow })

/** A worksheet with a person's answers. Source: RULINGS, section 9. */
export const Worksheet = z.object({
  id,
  lesson_id: id,
  /** Whether each cell has an answer. */
  complete: z.enum(['yes', 'no']),
  instructions: z.string(),
  /** URL of the PDF to fill in on paper. */
  download: z.string(),
  questions: z.array(z.string()),
  parameters: z.array(z.string()),
  matrix: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      question: z.string(),
      parameter: z.string(),
      at: stamp.nullable(),
    }),
  ),
  version: z.int(),
  /** Answers of all versions, as devices store them. */
  answers: z.array(Answer),
  comments: z.array(Comment),
  returned: z.iso.datetime().nullable(),
})
export type Worksheet = z.infer<typeof Worksheet>

const name = z.string().regex(/^p\d{1,4}\.q\d{1,4}$/, 'Unknown worksheet cell.')
const value = text(limits.cell)
export const Cells = z
  .array(z.strictObject({ name, value }))
  .min(1)
  .max(limits.questions * limits.parameters)
/** Cells to write, as an action. `when` is the instant of the change on the device. */
export const FillInput = z.strictObject({
  id,
  version: z.int().min(1),
  cells: Cells,
  when: z.iso.datetime().optional(),
})
export type FillInput = z.infer<typeof FillInput>

/** `user_id` is the person whose answers it is about. */
export const CommentInput = z.strictObject({
  user_id: id,
  text: requiredText(limits.comment),
  return: z.boolean().default(false),
  name: z.union([z.literal(''), name]).default(''),
})
export const SayInput = CommentInput.extend({ id, version: z.int().min(1) })
export type SayInput = z.infer<typeof SayInput>

export const WorksheetEntry = z.object({
  id,
  version: z.int(),
  name: z.string(),
  question: z.string(),
  parameter: z.string(),
  value: z.string(),
  at: z.iso.datetime(),
  /** In the firm's time zone. */
  day,
  /** Name of the device as in the list of devices; '' if unknown. */
  device: z.string(),
  /** Whether it is the cell's current value. */
  is_current: z.boolean(),
})
export type WorksheetEntry = z.infer<typeof WorksheetEntry>
export const WorksheetHistory = z.object({ history: z.array(WorksheetEntry), next: z.string().nullable() })
export type WorksheetHistory = z.infer<typeof WorksheetHistory>

/** A person whose answers the caller can read. */
export const Answering = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Number of worksheets with answers. */
  answered: z.int(),
  /** Whether the caller manages them, and so can comment and return. */
  is_managed: z.boolean(),
})
export type Answering = z.infer<typeof Answering>

const one = z.strictObject({ id })
/** A person whose answers the caller, a manager, can read. */
const whose = { userid: id.optional() }
export const routes = {
  list: defineRoute({
    name: 'worksheets.list',
    method: 'GET',
    path: 'worksheets',
    summary: 'List the worksheets with my answers; with `userid`, those of someone I manage',
    query: z.strictObject(whose),
    answer: z.object({ worksheets: z.array(Worksheet) }),
  }),
  people: defineRoute({
    name: 'worksheets.people',
    method: 'GET',
    path: 'worksheets/people',
    summary:
      'List the people whose answers I can read, by name: a manager’s members, or everyone for firm admins with org access',
    answer: z.object({ people: z.array(Answering) }),
  }),
  fill: defineRoute({
    name: 'worksheets.fill',
    method: 'POST',
    path: 'worksheets/:id',
    summary: 'Write to some cells; the others don’t change',
    params: one,
    body: z.strictObject({
      /** JSON of `[{name, value}, …]`. */
      matrix: z.string().max(limits.matrix, 'Too many changes in one call.'),
      /** Version of the cells; defaults to the latest. */
      version: z.int().min(1).optional(),
      when: z.iso.datetime().optional(),
    }),
    answer: Worksheet,
  }),
  history: defineRoute({
    name: 'worksheets.history',
    method: 'GET',
    path: 'worksheets/:id/history',
    summary: 'List everything I’ve ever written in it, latest first',
    params: one,
    query: z.strictObject({ ...whose, from: day.optional(), to: day.optional(), after: id.optional() }),
    answer: WorksheetHistory,
  }),
  comment: defineRoute({
    name: 'worksheets.comment',
    method: 'POST',
    path: 'worksheets/:id/comment',
    summary: 'Comment on the answers of someone I manage, or return them; or reply to a comment on mine',
    params: one,
    body: CommentInput,
    answer: Worksheet,
  }),
  file: defineRoute({
    name: 'worksheets.file',
    method: 'GET',
    path: 'worksheets/:id/file',
    summary: 'Get a worksheet with its answers as a PDF',
    params: one,
    query: z.strictObject({
      ...whose,
      format: z.literal('pdf').default('pdf'),
      version: z.coerce.number().int().min(1).optional(),
    }),
    answer: FileAnswer,
    makesFile: true,
  }),
  download: defineRoute({
    name: 'worksheets.download',
    method: 'GET',
    path: 'worksheets/:id/download',
    summary: 'Get a worksheet as a blank PDF',
    params: one,
    answer: FileAnswer,
    makesFile: true,
  }),
}

/** An operator's edit of a worksheet. A heading without a key is new. See `saveWorksheet` of the server. */
const HeadInput = z.strictObject({
  key: z
    .string()
    .regex(/^[pq]\d{1,4}$/)
    .optional(),
  text: requiredText(limits.head),
})
export const WorksheetText = z.strictObject({
  instructions: text(limits.instructions),
  questions: z.array(HeadInput).min(1).max(limits.questions),
  parameters: z.array(HeadInput).min(1).max(limits.parameters),
})
export type WorksheetText = z.infer<typeof WorksheetText>

/** Notice of a manager's comment on a person's answers, or their return. */
export const worksheetComment = defineNotice({
  kind: 'worksheet_comment',
  label: 'Comments on worksheets',
  flag: trainerFlag,
  why: 'When a manager comments on your answers or returns them.',
  switches: { email: 'Comments on worksheets by email', push: 'Comments on worksheets by push' },
  leaves: 'soon',
  level: 'asks',
  title: 'A comment on your worksheet',
  button: 'Open the worksheet',
  several: (count) => `${count} comments on worksheets`,
})
