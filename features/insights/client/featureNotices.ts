// The kinds and icons of Insights' notifications in the inbox.
import { IconBulb, IconCalendarCheck, IconMail } from '@tabler/icons-react'
import type { FeatureNotices } from '#core/client/notices.ts'
import { newInsights } from '../cards/contract.ts'
import { digestNotice } from '../digests/mailContract.ts'
import { contentReview } from '../library/noticesContract.ts'

export const featureNotices: FeatureNotices = {
  notices: [newInsights, digestNotice, contentReview],
  looks: {
    [newInsights.kind]: { Icon: IconBulb },
    [digestNotice.kind]: { Icon: IconMail },
    [contentReview.kind]: { Icon: IconCalendarCheck },
  },
}
