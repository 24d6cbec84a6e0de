import { isFeatureOn } from './area.ts'
import { offeredSources, referralsFlag } from './referrals.ts'
import type { FirmSubscriptions, Lists } from './session.ts'

/** Returns the entries of a firm's list. `own` is missing for the offered ones. Null for a firm without referrals. */
export const sourcesInUse = (
  own: Partial<Lists> | null | undefined,
  subscriptions: FirmSubscriptions,
): readonly string[] | null =>
  isFeatureOn(subscriptions, referralsFlag) ? (own?.referral_sources ?? offeredSources) : null
