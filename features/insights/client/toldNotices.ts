// How the inbox shows what Insights tell.
import { IconBulb } from '@tabler/icons-react'
import type { ToldNotices } from '#core/client/notices.ts'
import { newInsights } from '../cards/contract.ts'

export const toldNotices: ToldNotices = {
  notices: [newInsights],
  looks: { [newInsights.kind]: { Icon: IconBulb } },
}
