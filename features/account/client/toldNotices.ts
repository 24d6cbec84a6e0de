import { IconUserShare } from '@tabler/icons-react'
import type { ToldNotices } from '#core/client/notices.ts'
import { workedAs } from '../policyContract.ts'

export const toldNotices: ToldNotices = { notices: [workedAs], looks: { [workedAs.kind]: { Icon: IconUserShare } } }
