import type { FeatureNotices } from '#core/client/notices.ts'
import { emailFiled, emailsUnfiled, emailUnmatched, emailWaiting, filingNotices } from '../notices.ts'
import { FiledEmail } from './FiledEmail.tsx'
import { UnmatchedEmail } from './UnmatchedEmail.tsx'

export const featureNotices: FeatureNotices = {
  notices: filingNotices,
  looks: {
    [emailFiled.kind]: { icon: 'mail-check', Below: FiledEmail },
    [emailUnmatched.kind]: { icon: 'mail-plus', Below: UnmatchedEmail },
    [emailWaiting.kind]: { icon: 'mail-forward' },
    [emailsUnfiled.kind]: { icon: 'mail-off' },
  },
}
