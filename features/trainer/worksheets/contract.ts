// Worksheets and what a person answers: nouns, what devices keep of them, and calls. No rules.
import { z } from 'zod'
import { day, id, requiredText, stamp, text } from '#core/contract/fields.ts'
import { FileAnswer } from '#core/contract/fileAnswer.ts'
import { defineNotice } from '#core/contract/notice.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { trainerFlag } from '../flagsContract.ts'

/** Characters of a cell, of instructions, of a head, of a comment; and columns, rows, and characters of one call's cells. */
export const limits = {
  cell: 5000,
  instructions: 2000,
  head: 200,
  comment: 2000,
  questions: 8,
  parameters: 30,
  matrix: 500_000,
}

/** No category has as many lessons. */
export const PER_CATEGORY = 10_000

/** A column or a row: its key stays when it is said or placed anew, so that answers find it. */
export const WorksheetHead = z.object({ key: z.string(), text: z.string() })
export type WorksheetHead = z.infer<typeof WorksheetHead>

/** One version of a worksheet, as it is filled in. */
export const Sheet = z.object({
  version: z.int(),
  instructions: z.string(),
  /** The columns. */
  questions: z.array(WorksheetHead),
  /** The rows. */
  parameters: z.array(WorksheetHead),
})
export type Sheet = z.infer<typeof Sheet>

/** A worksheet as devices keep it: without what is the person's own. */
export const WorksheetRow = Sheet.extend({
  id,
  lesson_id: id,
  /** The lesson's. */
  number: z.int(),
  title: z.string(),
  category: id,
  /** The category's place times PER_CATEGORY, and the lesson's in it. */
  position: z.int(),
  /** The lesson is archived, or has it no more: what was answered can be read, and not changed. */
  archived: z.boolean(),
  /** Versions before this one, oldest first. */
  earlier: z.array(Sheet),
})
export type WorksheetRow = z.infer<typeof WorksheetRow>
export const worksheets = defineCollection<WorksheetRow>({ name: 'worksheets', row: WorksheetRow })

/** What stands in a cell of a version. `at`: the instant at which it was written. */
export const Answer = z.object({ version: z.int(), name: z.string(), value: z.string(), at: z.iso.datetime() })
export type Answer = z.infer<typeof Answer>
export const Comment = z.object({
  id: z.string(),
  version: z.int(),
  /** The cell, '' for all of it. */
  name: z.string(),
  text: z.string(),
  /** With it the answers were returned. */
  is_return: z.boolean(),
  by: z.object({ id, first_name: z.string(), last_name: z.string() }),
  at: z.iso.datetime(),
})
export type Comment = z.infer<typeof Comment>

/** What a person has on one worksheet; there is none where they have nothing. `id` is the worksheet's. */
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
  /** Each cell has an answer. */
  complete: z.enum(['yes', 'no']),
  instructions: z.string(),
  /** The address at which it is had as a PDF to be filled in by hand. */
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
  /** Of all versions, as devices keep them. */
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
/** Cells to be written as an action: `when` is the instant at which the person did it. */
export const FillInput = z.strictObject({
  id,
  version: z.int().min(1),
  cells: Cells,
  when: z.iso.datetime().optional(),
})
export type FillInput = z.infer<typeof FillInput>

/** `user_id`: whose answers it is about. */
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
  /** In the firm's zone. */
  day,
  /** As the list of devices names it; '' where that is not known. */
  device: z.string(),
  /** It is what stands in the cell. */
  is_current: z.boolean(),
})
export type WorksheetEntry = z.infer<typeof WorksheetEntry>
export const WorksheetHistory = z.object({ history: z.array(WorksheetEntry), next: z.string().nullable() })
export type WorksheetHistory = z.infer<typeof WorksheetHistory>

/** Somebody whose answers the caller may read. */
export const Answering = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Worksheets on which something is written. */
  answered: z.int(),
  /** The caller manages them, and so may comment and return. */
  is_managed: z.boolean(),
})
export type Answering = z.infer<typeof Answering>

const one = z.strictObject({ id })
/** Somebody whose answers the caller may read: a manager. */
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
      'The people whose answers I may read, by name: managers theirs, firm admins all where the firm has org access',
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
      /** The one that the cells are of; without it the latest. */
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
    summary: 'A worksheet with its answers as a PDF',
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
    summary: 'A worksheet as a PDF to be filled in by hand',
    params: one,
    answer: FileAnswer,
    makesFile: true,
  }),
}

/** What an operator says of a worksheet: a head without a key is a new one. See `saveWorksheet` of the server. */
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

/** A manager said something about a person's answers, or returned them. */
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
