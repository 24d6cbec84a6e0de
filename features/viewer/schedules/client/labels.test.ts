import { expect, test } from 'vitest'
import { reportDeliveryLabels } from './labels.ts'

test('a mailed report says Sent of mails that the mail server took, and Unconfirmed where its answer was lost', () => {
  expect(reportDeliveryLabels).toMatchObject({
    sent: 'Sent',
    in_doubt: 'Unconfirmed',
    failed: 'Failed',
    skipped: 'Skipped',
  })
})
