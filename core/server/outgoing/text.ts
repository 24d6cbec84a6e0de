// Sends texts through a provider's HTTP API or to the local outbox.

import { NotTaken, type Send, Undeliverable } from './deliveries.ts'
import { writeToOutbox } from './outbox.ts'
import { post } from './post.ts'

export type TextOptions = {
  /** Provider's address. Defaults to the local outbox. */
  url?: string | undefined
  /** Sent as a bearer token. */
  key?: string | undefined
  /** Sender number or name, if the provider requires one. */
  from?: string | undefined
  directory: string
}

/**
 * `POST <url>` with `Authorization: Bearer <key>`, `Idempotency-Key: <uuid>`, and the body `{"to": "+15550100", "text":
 * "…", "from": "…"}` (`from` only if configured). 2xx: accepted. 408, 409, 425, 429, and 5xx: retried. Other 4xx:
 * final.
 */
export function textSender({ url, key, from, directory }: TextOptions): Send {
  return async (delivery, lastWord, signal) => {
    const { text } = delivery.content as { text: string }
    const to = numberOf(delivery.recipient)
    if (!url) {
      const written = { to: delivery.recipient, text }
      return writeToOutbox(directory, 'sms', delivery, `${JSON.stringify(written, null, 2)}\n`)
    }
    const { status } = await post({
      url: new URL(url),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': delivery.id,
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ to, text, ...(from && { from }) }),
      isOpen: () => true,
      lastWord,
      signal,
    })
    judge(status)
  }
}

function judge(status: number): void {
  if (status >= 200 && status < 300) return
  const said = `The provider of text messages answered ${status}.`
  if (status >= 500 || [408, 409, 425, 429].includes(status)) throw new NotTaken(said)
  throw new Undeliverable(said)
}

/** Normalizes '+1 (555) 010-0199' to '+15550100199'. */
function numberOf(written: string): string {
  const number = written.replaceAll(/[\s().\-/]/g, '')
  if (!/^\+?\d{5,15}$/.test(number)) throw new Undeliverable('This isn’t a phone number.')
  return number
}
