import { countCall } from '#core/server/callCounts.ts'
import type { Database } from '#core/server/database/open.ts'

/** Sign-ons begun from one network address in a quarter of an hour: a whole office on a Monday morning. None per account: nobody can be locked out. */
export const START_LIMIT = 600

/** Counts the beginning of a sign-on. Throws 429 with Retry-After beyond the limit. */
export const countStart = (database: Database, address: string): Promise<void> =>
  countCall(database, { scope: 'sign-on', subject: address, most: START_LIMIT, minutes: 15 })
