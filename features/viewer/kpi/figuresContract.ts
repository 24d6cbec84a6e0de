// What the embedded dashboard reads with its token. Private Targets are in no figure.
import { z } from 'zod'
import { day, id } from '#core/contract/fields.ts'
import { ScopeKey } from '#core/contract/viewerReport.ts'

export const FiguresQuery = z.strictObject({
  key: ScopeKey.exclude(['user']),
  id,
  start: day.optional(),
  end: day.optional(),
})
export const AskedLearning = FiguresQuery.extend({ lesson: id.optional() })

const Change = z.object({ now: z.number().nullable(), before: z.number().nullable() })
/** The five figures, of the days and of the period before; null where there was nothing yet. Dollars, counts, percent, points. */
export const KpiFigures = z.object({
  won: Change,
  projected: Change,
  steps: Change,
  on_time: Change,
  score: Change,
  /** The days that they are compared with. */
  before: z.object({ start: day, end: day }),
  /** When it was counted, on the firm's clocks. */
  made: z.string(),
  zone: z.string(),
})
export type KpiFigures = z.infer<typeof KpiFigures>

export const stages = ['pursuing', 'reactivated', 'held'] as const
/** A cell for each stage and age that anything is in. `age` is a place in `ages`, `projected` dollars. */
export const PipelineFigures = z.object({
  ages: z.array(z.string()),
  cells: z.array(z.object({ stage: z.enum(stages), age: z.number(), count: z.number(), projected: z.number() })),
})
export type PipelineFigures = z.infer<typeof PipelineFigures>

/** Dollars won in the twelve months up to this one, and in the same months a year before. */
export const Won = z.object({
  months: z.array(z.object({ month: z.string(), won: z.number(), last_year: z.number() })),
})
export type Won = z.infer<typeof Won>

/** How many people have which score of today, and who has not done anything for a while. */
export const PeopleFigures = z.object({
  people: z.number(),
  scores: z.array(z.object({ from: z.number(), to: z.number(), people: z.number() })),
  /** The longest first; null: never, since they are here. */
  silent: z.array(z.object({ id, name: z.string(), last: day.nullable(), days: z.number() })),
  /** People who came too recently to be silent, and have not done anything yet. */
  not_begun: z.number(),
})
export type PeopleFigures = z.infer<typeof PeopleFigures>

const SideFacts = z.object({
  people: z.number(),
  /** Steps a person and week. */
  steps_before: z.number(),
  steps_after: z.number(),
  /** Dollars won a person and week. */
  won_before: z.number(),
  won_after: z.number(),
  /** Steps a person of each of the weeks. */
  weeks: z.array(z.number()),
})
/** Lessons finished, and what people did before and after one of them. */
export const Learning = z.object({
  people: z.number(),
  lessons: Change,
  learners: Change,
  weeks: z.array(z.object({ monday: day, lessons: z.number() })),
  /** Of which can be asked. */
  choices: z.array(z.object({ id, title: z.string() })),
  /** Null where no lesson was finished by enough people and not by enough others. */
  shows: z
    .object({ lesson: id, title: z.string(), mondays: z.array(day), finished: SideFacts, not_yet: SideFacts })
    .nullable(),
})
export type Learning = z.infer<typeof Learning>

/** Fewer on either side say nothing of anybody. */
export const FEWEST = 5
/** Without activity for so long, somebody is silent. */
export const SILENT_DAYS = 14
/** Weeks that are looked at before and after a lesson was finished. */
export const WEEKS = 12
