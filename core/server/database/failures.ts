// Classifies errors as conflicts or an unavailable database.

type Coded = { code?: unknown; message?: unknown; routine?: unknown; cause?: unknown }

const CONFLICTS = new Set(['40001', '40P01'])
const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  ...['EMBEDDED_UNAVAILABLE', 'NO_PRIMARY', 'COMMIT_LATE', 'ENOSPC', 'EIO'],
  // Time limit of a statement or an idle transaction.
  ...['57014', '25P03', '25P04'],
  // Read-only: a standby or a replaced primary.
  '25006',
])
/** 08: connection, 53: resources, 57P: shutdown or start, 58: system files. */
const UNAVAILABLE_STATES = /^(08...|53...|57P0[1-5]|58...)$/
const UNAVAILABLE_TEXTS =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Client was closed|Connection ended|has been destroyed|No space left on device/i

/** Stopped by the watchdog, crashed, or closed. */
export class EmbeddedUnavailable extends Error {
  code = 'EMBEDDED_UNAVAILABLE'
}

/** Returns whether a retry can succeed. */
export function isConflict(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as Coded
  // The plan of a named statement outlived a migration.
  if (code === '0A000' && routine === 'RevalidateCachedQuery') return true
  return typeof code === 'string' && CONFLICTS.has(code)
}

/** The firm is suspended or pending deletion. See `database/functions/refuse_closed.sql`. */
export const isClosedFirm = (error: unknown): boolean => ((error ?? {}) as Coded).code === 'PU001'

const unstorable: Record<string, string> = {
  '22021': 'This contains a character that can’t be stored.',
  '22P05': 'This contains a character that can’t be stored.',
  '22007': 'This contains a date that can’t be stored.',
  '22008': 'This contains a date that can’t be stored.',
}
/** Message for a value that PostgreSQL can't store, such as NUL or the year 0. Null for other errors. */
export const unstorableOf = (error: unknown): string | null => unstorable[String(((error ?? {}) as Coded).code)] ?? null

/** Returns whether the database is unreachable, full, or shutting down. The server responds with 503. */
export function isUnavailable(error: unknown): boolean {
  for (let at = error, depth = 0; at && depth < 5; at = (at as Coded).cause, depth++) {
    const { code, message } = at as Coded
    if (typeof code === 'string' && (UNAVAILABLE.has(code) || UNAVAILABLE_STATES.test(code))) return true
    if (typeof message === 'string' && typeof code !== 'string' && UNAVAILABLE_TEXTS.test(message)) return true
    if (at instanceof AggregateError && at.errors.some(isUnavailable)) return true
  }
  return false
}
