import { countCall } from '#core/server/callCounts.ts'
import type { Database } from '#core/server/database/open.ts'

/**
 * Sign-ons that one IP address can start in 15 minutes, enough for an office on a Monday morning. There is no limit per
 * account, so no one can be locked out.
 */
export const START_LIMIT = 600

/** Counts the start of a sign-in. Throws 429 with Retry-After beyond the limit. */
export const countStart = (database: Database, address: string): Promise<void> =>
  countCall(database, { scope: 'sign-on', subject: address, most: START_LIMIT, minutes: 15 })
