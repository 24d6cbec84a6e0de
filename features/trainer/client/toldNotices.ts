import { IconMessage } from '@tabler/icons-react'
import type { ToldNotices } from '#core/client/notices.ts'
import { worksheetComment } from '../worksheets/contract.ts'

export const toldNotices: ToldNotices = {
  notices: [worksheetComment],
  looks: { [worksheetComment.kind]: { Icon: IconMessage } },
}
