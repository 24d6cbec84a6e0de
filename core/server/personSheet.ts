import type { Tx } from './database/tx.ts'
import type { Policy } from './routes.ts'
import type { SignedInSession } from './sessions.ts'

/** Cell formats. Instants are in the firm's time zone. */
export type SheetKind = 'text' | 'day' | 'instant' | 'count' | 'dollars'
export type SheetColumn = { head: string; kind: SheetKind }
/** Columns by the format of their cells: `...sheet.text('Name', 'Tags'), ...sheet.count('Pages')`. */
const columnsOf =
  (kind: SheetKind) =>
  (...heads: string[]): SheetColumn[] =>
    heads.map((head) => ({ head, kind }))
export const sheet = {
  text: columnsOf('text'),
  day: columnsOf('day'),
  instant: columnsOf('instant'),
  count: columnsOf('count'),
  dollars: columnsOf('dollars'),
}
/** Text, a number, a day (`YYYY-MM-DD`), an instant (ISO, or local to the firm), or null for an empty cell. */
export type SheetValue = string | number | null

/** Each page uses a separate, short transaction. */
export type PersonSheet = {
  /** At most 31 characters, Excel's limit. */
  title: string
  columns: readonly SheetColumn[]
  /** Columns after these that only some firms have. */
  furtherColumns?: (session: SignedInSession) => readonly SheetColumn[]
  /** People who get the sheet. Defaults to anyone who is signed in. */
  policy?: Policy
  /** Ends with a null `after`. Null instead of a page: this person has no such sheet. */
  page: (
    tx: Tx,
    session: SignedInSession,
    after: string | null,
  ) => Promise<{ rows: SheetValue[][]; after: string | null } | null>
}
