// Email, texts, and pushes, queued in the transaction of the change and sent after its commit.
import type { Tx } from '../database/tx.ts'
import { triggerSendAfterCommit } from './triggerSend.ts'

/** Plain text before rendering. Paths are the client's own: '/login'. */
export type EmailMessage = {
  subject: string
  heading: string
  /** Paragraphs of plain text. */
  lines: string[]
  button?: { label: string; path: string }
  small?: string[]
  /** One click unsubscribes from this kind of email. Used in the List-Unsubscribe headers. */
  unsubscribePath?: string
}

/** Within a firm, each `key` is sent once, however often it is queued. */
export type Occasion = { key?: string }

export type Push = { title: string; body: string; path: string; tag?: string }

/** Content stored until the message is sent. */
export type MessageContent =
  | { name: string; letter: EmailMessage }
  | { name: string; made: { by: string; about: unknown } }
  | { text: string }
  | { push: Push }

export async function queueMail(
  tx: Tx,
  orgId: string,
  to: { email: string; name: string },
  letter: EmailMessage,
  occasion: Occasion = {},
): Promise<void> {
  await queue(tx, orgId, 'mail', to.email, { name: to.name, letter }, occasion)
}

/** `to` is as the person wrote it. */
export async function queueText(
  tx: Tx,
  orgId: string,
  to: string,
  text: string,
  occasion: Occasion = {},
): Promise<void> {
  await queue(tx, orgId, 'text', to, { text }, occasion)
}

/** Queues for registered devices that the server can send to. */
export async function queuePush(
  tx: Tx,
  orgId: string,
  userId: string,
  push: Push,
  { key }: Occasion = {},
): Promise<void> {
  triggerSendAfterCommit(tx, 'push')
  const content = jsonOf({ push })
  await tx.sql`
    with first as (
      insert into outgoing (org_id, channel, occasion, recipient, content)
      values (${orgId}, 'push', ${key ?? null}, ${userId}, ${content}::jsonb)
      on conflict (org_id, channel, occasion) do nothing returning org_id
    )
    insert into outgoing (org_id, channel, recipient, device, content)
    select r.org_id, 'push', r.user_id, r.device, ${content}::jsonb
    from first join push_registrations r on r.org_id = first.org_id and r.user_id = ${userId} and r.platform = any(${[...tx.services.sentPlatforms]}::text[])`
}

async function queue(
  tx: Tx,
  orgId: string,
  channel: 'mail' | 'text',
  recipient: string,
  content: MessageContent,
  { key }: Occasion,
): Promise<void> {
  triggerSendAfterCommit(tx, channel)
  await tx.sql`
    insert into outgoing (org_id, channel, occasion, recipient, content)
    values (${orgId}, ${channel}, ${key ?? null}, ${storable(recipient)}, ${jsonOf(content)}::jsonb)
    on conflict (org_id, channel, occasion) do nothing`
}

/** The database rejects NUL and unpaired surrogates, which must not make the change fail. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '')
const jsonOf = (content: MessageContent) =>
  JSON.stringify(content, (_, value) => (typeof value === 'string' ? storable(value) : value))
