// Standard Webhooks signatures: a receiver with the secret can verify sender, integrity, and time.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`

export const webhookSecretContext = (orgId: string, id: string) => `secret of the webhook ${orgId} ${id}`

const signatureOf = (secret: string, signed: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')}`

/** `at`: time of the attempt, which prevents replays. The ID is the same for all attempts. */
export function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}
