import type { Tx } from './database/firm.ts'
import type { Policy } from './routes.ts'
import type { SignedInSession } from './sessions.ts'

/** How a column stands in a workbook: words, a day that Excel counts with, an instant in the firm's zone, a number, dollars. */
export type SheetKind = 'text' | 'day' | 'instant' | 'count' | 'dollars'
export type SheetColumn = { head: string; kind: SheetKind }
/** Text, a number, a day (`YYYY-MM-DD`), an instant (ISO, or as the firm's clocks say it); null leaves the cell empty. */
export type SheetValue = string | number | null

/** A sheet in the workbook of what a person may see. Each page is read in a transaction of its own, so that the longest list is short work. */
export type PersonSheet = {
  /** At most 31 letters, as Excel wants it. */
  title: string
  columns: readonly SheetColumn[]
  /** Who has it; anybody who has signed in, where nothing is said. */
  policy?: Policy
  /** Rows behind `after`; it ends where `after` is null. Null instead of a page: this person has no such sheet. */
  page: (
    tx: Tx,
    session: SignedInSession,
    after: string | null,
  ) => Promise<{ rows: SheetValue[][]; after: string | null } | null>
}
