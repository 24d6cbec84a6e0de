import { expect, test } from 'vitest'
import { deliveryLabels } from './formatRun.ts'

test('says Sent for emails that the mail server accepted, and Unconfirmed if its response was lost', () => {
  expect(deliveryLabels).toMatchObject({
    sent: 'Sent',
    in_doubt: 'Unconfirmed',
    failed: 'Failed',
    skipped: 'Skipped',
  })
})
