// A receiver of webhooks beside the stories of a file, which the servers that they start may call.
import { test } from './browser.ts'
import { openReceiver, type Receiver } from './receiver.ts'

/** Answers how the stories get it, once they run. */
export function receiverBesideStories(): () => Receiver {
  let receiver: Receiver
  test.beforeAll(async () => {
    receiver = await openReceiver()
    process.env.PURSUIT_ALLOWED_HOSTS = receiver.origin
  })
  test.afterAll(async () => {
    delete process.env.PURSUIT_ALLOWED_HOSTS
    await receiver.close()
  })
  return () => receiver
}
