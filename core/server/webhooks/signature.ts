// Signatures as Standard Webhooks has them: whoever knows the secret can tell that a delivery is ours, whole, and of now.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`

export const webhookSecretContext = (orgId: string, id: string) => `secret of the webhook ${orgId} ${id}`

const signatureOf = (secret: string, signed: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')}`

/** `at`: when this try is made, so that an old delivery can't be played again; its id stays the same over all tries. */
export function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}
