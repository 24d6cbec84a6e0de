// Policies of Insights: the feature flag decides first, then `key-org_report`. Source: RULINGS, section 10.
import { isShownInsights, managesContent } from '#core/contract/orgReport.ts'
import { allOf, type Policy } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { insightsFlag } from '../flagsContract.ts'

export const canReadLibrary: Policy = allOf(subscribed(insightsFlag), {
  name: 'isShownInsights',
  isPublic: false,
  allows: ({ user }) => isShownInsights(user.settings),
})

export const isManager = ({ actor, user }: Pick<SignedInSession, 'actor' | 'user'>): boolean =>
  managesContent(actor.role, user.settings)

export const canManageLibrary: Policy = allOf(canReadLibrary, {
  name: 'managesContent',
  isPublic: false,
  allows: isManager,
})

/** Returns whether the person works for the vendor and publishes for every firm. Source: RULINGS, section 10. */
export const isPublisher = ({ actor }: Pick<SignedInSession, 'actor'>): boolean => actor.role === 'operator'

/** People who write content, the firm's or the vendor's. */
export const writes: Policy = allOf(canReadLibrary, {
  name: 'writesContent',
  isPublic: false,
  allows: (session) => isManager(session) || isPublisher(session),
})
