import { expect, test } from 'vitest'
import { reportDeliveryLabels } from './labels.ts'

test('says Sent for emails that the mail server accepted, and Unconfirmed if its response was lost', () => {
  expect(reportDeliveryLabels).toMatchObject({
    sent: 'Sent',
    in_doubt: 'Unconfirmed',
    failed: 'Failed',
    skipped: 'Skipped',
  })
})
