// A kind of row that works offline: named once, in its feature's contract. Pure: no DOM, no Node, no clock, no random.
import type { z } from 'zod'

export type Row = { id: string }

export type Collection<R extends Row = Row> = {
  /** For ever: devices keep their rows and queues under it. Letters alone. */
  name: string
  row: z.ZodType<R>
  /** Which statuses are read from the device before the first paint, and which right after it; without it, all rows before. Rows without a status come first. */
  statuses?: { first: readonly string[]; later: readonly string[] }
}

export const defineCollection = <R extends Row>(collection: Collection<R>): Collection<R> => collection
// biome-ignore lint/suspicious/noExplicitAny: a list of collections holds every row
export type AnyCollection = Collection<any>
