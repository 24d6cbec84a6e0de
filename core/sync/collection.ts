// A kind of row that works offline, defined once by its feature. Pure: no DOM, no Node, no clock, no random.
import type { z } from 'zod'

export type Row = { id: string }

export type Collection<R extends Row = Row> = {
  /** Devices store rows and queues under it, so it can never change. Letters only. */
  name: string
  row: z.ZodType<R>
  /**
   * Statuses to read before and right after the first paint. All before by default. Rows without a status come first.
   */
  statuses?: { first: readonly string[]; later: readonly string[] }
}

export const defineCollection = <R extends Row>(collection: Collection<R>): Collection<R> => collection
// biome-ignore lint/suspicious/noExplicitAny: a list of collections holds every row
export type AnyCollection = Collection<any>
