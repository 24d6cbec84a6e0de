import { IconCalendarCheck, IconFilePlus, IconFileTypePdf } from '@tabler/icons-react'
import type { FeatureNotices } from '#core/client/notices.ts'
import { assetAdded, assetReplaced, assetReview } from '../noticesContract.ts'

export const featureNotices: FeatureNotices = {
  notices: [assetAdded, assetReplaced, assetReview],
  looks: {
    [assetAdded.kind]: { Icon: IconFilePlus },
    [assetReplaced.kind]: { Icon: IconFileTypePdf },
    [assetReview.kind]: { Icon: IconCalendarCheck },
  },
}
