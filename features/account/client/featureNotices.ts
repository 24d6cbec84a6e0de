import type { FeatureNotices } from '#core/client/notices.ts'
import { workedAs } from '../policyContract.ts'

export const featureNotices: FeatureNotices = {
  notices: [workedAs],
  looks: { [workedAs.kind]: { icon: 'user-share' } },
}
