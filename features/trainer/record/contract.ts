// Contract of the completion record, as continuing education requires it.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { FileAnswer } from '#core/contract/fileAnswer.ts'
import { defineRoute } from '#core/contract/route.ts'

/** A completed lesson. */
export const RecordLine = z.object({
  lesson_id: id,
  lesson: z.string(),
  /** '' for the firm's own content. */
  category: z.string(),
  /** Day of completion in the firm's time zone. */
  date: day,
  /** Minutes watched, each second counted once, rounded down to tenths. */
  minutes: z.number(),
  seconds: z.int(),
})
export type RecordLine = z.infer<typeof RecordLine>

export const CompletionRecord = z.object({
  person: z.string(),
  firm: z.string(),
  zone: z.string(),
  from: day,
  to: day,
  /** Time of creation in the firm's time zone. */
  made: z.string(),
  /** Computed from all seconds, so rounding doesn't add up. */
  minutes: z.number(),
  /** Earliest first. */
  record: z.array(RecordLine),
})
export type CompletionRecord = z.infer<typeof CompletionRecord>

export const RecordFormat = z.enum(['json', 'csv', 'pdf'])

/** A file for `csv` and `pdf`. */
const answer = z.union([CompletionRecord, FileAnswer])
export type RecordAnswer = z.infer<typeof answer>

export const routes = {
  record: defineRoute({
    name: 'trainer.record',
    method: 'GET',
    path: 'trainer/record',
    summary:
      'List lessons completed between two days, inclusive: mine, or with `userid` those of someone I manage. Without days: this year',
    query: z.strictObject({
      from: day.optional(),
      to: day.optional(),
      format: RecordFormat.default('json'),
      userid: id.optional(),
    }),
    answer,
    makesFile: true,
  }),
}
