import type { FeatureNotices } from '#core/client/notices.ts'
import { assetAdded, assetReplaced, assetReview } from '../noticesContract.ts'

export const featureNotices: FeatureNotices = {
  notices: [assetAdded, assetReplaced, assetReview],
  looks: {
    [assetAdded.kind]: { icon: 'file-plus' },
    [assetReplaced.kind]: { icon: 'file-type-pdf' },
    [assetReview.kind]: { icon: 'calendar-check' },
  },
}
