import { IconCalendarCheck, IconFilePlus, IconFileTypePdf } from '@tabler/icons-react'
import type { ToldNotices } from '#core/client/notices.ts'
import { assetAdded, assetReplaced, assetReview } from '../noticesContract.ts'

export const toldNotices: ToldNotices = {
  notices: [assetAdded, assetReplaced, assetReview],
  looks: {
    [assetAdded.kind]: { Icon: IconFilePlus },
    [assetReplaced.kind]: { Icon: IconFileTypePdf },
    [assetReview.kind]: { Icon: IconCalendarCheck },
  },
}
