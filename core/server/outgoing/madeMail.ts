// Composed when sent, so that the queue doesn't store ten thousand copies of the text.

import type { Database } from '../database/open.ts'
import { type Tx, withOrg } from '../database/tx.ts'
import { NobodyThere, type OutgoingDelivery } from './deliveries.ts'
import type { Origin } from './links.ts'
import type { Attachment } from './mime.ts'
import { triggerSendAfterCommit } from './triggerSend.ts'

export type MadeMail = {
  subject: string
  html: string
  text: string
  /** Sender name, ours by default. */
  senderName?: string | undefined
  replyTo?: { name: string; address: string } | null | undefined
  /** One click unsubscribes from similar emails. Used in the List-Unsubscribe headers. */
  unsubscribePath?: string | undefined
  /** Shown below the text, in this order. */
  attachments?: readonly Attachment[] | undefined
  /** Left side of the Message-ID, stable per occasion and recipient. */
  mark?: string | undefined
}

export type MailMaker = {
  /** Permanent, because queued emails refer to it. */
  name: string
  /** Returns null to withhold the email. `about` is as queued, `origin` as in `links.ts`. */
  make: (
    tx: Tx,
    asked: { orgId: string; recipient: string; about: unknown; origin: string },
  ) => Promise<MadeMail | null>
}

/** `about` tells the maker what to compose, `key` identifies the occasion. */
export type Addressee = { email: string; name: string; about: unknown; key: string }

/** Each email once, however often it is called. */
export async function queueMadeMails(tx: Tx, orgId: string, maker: string, to: readonly Addressee[]): Promise<void> {
  if (to.length === 0) return
  triggerSendAfterCommit(tx, 'mail')
  const rows = to.map(({ email, name, about, key }) => ({ email, key, content: { name, made: { by: maker, about } } }))
  const text = JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )
  await tx.sql`
    insert into outgoing (org_id, channel, occasion, recipient, content)
    select ${orgId}, 'mail', r.key, r.email, r.content
    from jsonb_to_recordset(${text}::jsonb) as r (key text, email text, content jsonb)
    on conflict (org_id, channel, occasion) do nothing`
}

/** Returns the keys of those that haven't started to leave, and after the commit never will. */
export async function withdrawMails(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.sql<{ key: string }>`select withdraw_emails(${[...keys]}::text[]) as key`
  return new Set(rows.map(({ key }) => key))
}

export type MakeMail = (delivery: OutgoingDelivery) => Promise<MadeMail>

/** Throws `NobodyThere` if the maker returns null. */
export const mailsMadeBy =
  (database: Database, makers: readonly MailMaker[], origin: Origin): MakeMail =>
  async ({ orgId, recipient, content }) => {
    const { by, about } = (content as { made: { by: string; about: unknown } }).made
    const maker = makers.find(({ name }) => name === by)
    if (!maker) throw new Error(`No code here composes emails of the kind ${by}.`)
    const asked = { orgId, recipient, about, origin: origin() }
    const made = await withOrg(database, orgId, (tx) => maker.make(tx, asked), { isQuiet: true })
    if (!made) throw new NobodyThere()
    return made
  }
