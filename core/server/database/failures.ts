// Which errors mean 'try again', and which 'the database is not there'.

type Coded = { code?: unknown; message?: unknown; routine?: unknown; cause?: unknown }

const CONFLICTS = new Set(['40001', '40P01'])
const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['EMBEDDED_UNAVAILABLE', 'NO_PRIMARY', 'COMMIT_LATE', 'ENOSPC', 'EIO'],
  // Given up after the limit of time: a statement, and a transaction that did nothing.
  ...['57014', '25P03', '25P04'],
  // It can only be read: a standby, or a primary that another one has taken over from.
  '25006',
])
/** 08: connection, 53: resources (disk, memory, connections), 57P: shutting down or starting, 58: files of the system. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|58...)$/
const UNAVAILABLE_TEXTS =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client was closed|Connection ended|has been destroyed|No space left on device/i

/** Error of the embedded engine: stopped by the watchdog, crashed, or closed. */
export class EmbeddedUnavailable extends Error {
  code = 'EMBEDDED_UNAVAILABLE'
}

/** Two transactions met; the same work, begun again, may well succeed. */
export function isConflict(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as Coded
  // The plan of a named statement outlived a migration.
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return true
  return typeof code === 'string' && CONFLICTS.has(code)
}

/** Somebody would come into a firm that is suspended, or waits for its deletion: see database/functions/refuse_closed.sql. */
export const isClosedFirm = (error: unknown): boolean => ((error ?? {}) as Coded).code === 'PU001'

const unstorable: Record<string, string> = {
  '22021': "This holds a character that can't be stored.",
  '22P05': "This holds a character that can't be stored.",
  '22007': "This holds a date that can't be stored.",
  '22008': "This holds a date that can't be stored.",
}
/** The sentence for a value that PostgreSQL doesn't store, such as NUL in a text or the year 0, and null for other failures. Most shapes refuse or remove them earlier. */
export const unstorableOf = (error: unknown): string | null => unstorable[String(((error ?? {}) as Coded).code)] ?? null

/** The database can't be reached, is full, or is going down: nothing is wrong with the query. The answer is 503. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at && depth < 5; at = (at as Coded).cause, depth++) {
    const { code, message } = at as Coded
    if (typeof code === 'string' && (UNAVAILABLE.has(code) || UNAVAILABLE_STATES.test(code))) return true
    if (typeof message === 'string' && typeof code !== 'string' && UNAVAILABLE_TEXTS.test(message)) return true
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true
  }
  return false
}
