// Policies of the Trainer. Feature flags decide first. Source: RULINGS, section 10.
import { isFeatureOn } from '#core/contract/area.ts'
import { allOf, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { brandedFlag, trainerFlag, transcriptsFlag } from '../../flagsContract.ts'

export const forLearners = allOf(signedIn, subscribed(trainerFlag))
export const forReaders = allOf(forLearners, subscribed(transcriptsFlag))
export const forFirmContent = allOf(forLearners, subscribed(brandedFlag))

/** Returns which additional lesson features the caller's firm has. */
export const lessonParts = ({ org: { subscriptions } }: Pick<SignedInSession, 'org'>) => ({
  hasTranscripts: isFeatureOn(subscriptions, transcriptsFlag),
  hasFirmContent: isFeatureOn(subscriptions, brandedFlag),
})
