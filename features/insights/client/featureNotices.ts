// The kinds and icons of Insights' notifications in the inbox.
import type { FeatureNotices } from '#core/client/notices.ts'
import { newInsights } from '../cards/contract.ts'
import { digestNotice } from '../digests/mailContract.ts'
import { contentReview } from '../library/noticesContract.ts'

export const featureNotices: FeatureNotices = {
  notices: [newInsights, digestNotice, contentReview],
  looks: {
    [newInsights.kind]: { icon: 'bulb' },
    [digestNotice.kind]: { icon: 'mail' },
    [contentReview.kind]: { icon: 'calendar-check' },
  },
}
