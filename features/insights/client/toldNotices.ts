import { IconMail } from '@tabler/icons-react'
import type { ToldNotices } from '#core/client/notices.ts'
import { digestNotice } from '../digests/mailContract.ts'

export const toldNotices: ToldNotices = {
  notices: [digestNotice],
  looks: { [digestNotice.kind]: { Icon: IconMail } },
}
