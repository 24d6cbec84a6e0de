// Contract of the data that the embedded dashboard reads with its token. No figure includes private Targets.
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
/**
 * The five figures for the range and the period before; null without earlier data. Units: dollars, counts, percent,
 * points.
 */
export const KpiFigures = z.object({
  won: Change,
  projected: Change,
  steps: Change,
  on_time: Change,
  score: Change,
  /** Days of the period before. */
  before: z.object({ start: day, end: day }),
  /** Time of the computation in the firm's time zone. */
  made: z.string(),
  zone: z.string(),
})
export type KpiFigures = z.infer<typeof KpiFigures>

export const stages = ['pursuing', 'reactivated', 'held'] as const
/** One cell per stage and age that has any Targets. `age` is an index in `ages`, `projected` is in dollars. */
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

/** Number of people by today's score, and people without recent activity. */
export const PeopleFigures = z.object({
  people: z.number(),
  scores: z.array(z.object({ from: z.number(), to: z.number(), people: z.number() })),
  /** Longest first. Null means never since they joined. */
  silent: z.array(z.object({ id, name: z.string(), last: day.nullable(), days: z.number() })),
  /** Number of people who joined too recently to be silent and haven't done anything yet. */
  not_begun: z.number(),
})
export type PeopleFigures = z.infer<typeof PeopleFigures>

const SideFacts = z.object({
  people: z.number(),
  /** Steps per person and week. */
  steps_before: z.number(),
  steps_after: z.number(),
  /** Dollars won per person and week. */
  won_before: z.number(),
  won_after: z.number(),
  /** Steps per person for each week. */
  weeks: z.array(z.number()),
})
/** Finished lessons, and people's activity before and after one of them. */
export const Learning = z.object({
  people: z.number(),
  lessons: Change,
  learners: Change,
  weeks: z.array(z.object({ monday: day, lessons: z.number() })),
  /** Lessons that can be selected. */
  choices: z.array(z.object({ id, title: z.string() })),
  /** Null if no lesson has enough people on both sides. */
  shows: z
    .object({ lesson: id, title: z.string(), mondays: z.array(day), finished: SideFacts, not_yet: SideFacts })
    .nullable(),
})
export type Learning = z.infer<typeof Learning>

/** Minimum number of people on each side, so that no figure reveals individuals. */
export const FEWEST = 5
/** Days without activity after which a person is silent. */
export const SILENT_DAYS = 14
/** Weeks compared before and after a lesson was finished. */
export const WEEKS = 12
