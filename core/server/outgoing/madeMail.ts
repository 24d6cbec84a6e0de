// Mails that a feature makes by itself, at the moment at which each leaves: the queue keeps what it is about, not its words ten thousand times.
import { sql } from 'kysely'
import { inFirm, type Tx } from '../database/firm.ts'
import type { Database } from '../database/open.ts'
import { type Delivery, NobodyThere } from './deliveries.ts'
import type { Origin } from './links.ts'
import type { Attachment } from './mime.ts'
import { wakeAfterCommit } from './wake.ts'

/** Words that are made: whole HTML, plain text. */
export type MadeMail = {
  subject: string
  html: string
  text: string
  /** The name beside our own address; without it, ours. */
  senderName?: string | undefined
  replyTo?: { name: string; address: string } | null | undefined
  /** One click here ends mails like it: a path of ours. It goes into the List-Unsubscribe headers. */
  unsubscribePath?: string | undefined
  /** In this order, below the words. */
  attachments?: readonly Attachment[] | undefined
  /** The left side of the Message-ID: of the same occasion and recipient always the same. */
  mark?: string | undefined
}

export type MailMaker = {
  /** For ever: what is queued under it may be waiting. */
  name: string
  /** In a read of the firm. Null: it is not to go to this person any more. `about`: as it was queued. `origin` as in links.ts. */
  make: (
    tx: Tx,
    asked: { orgId: string; recipient: string; about: unknown; origin: string },
  ) => Promise<MadeMail | null>
}

/** `about` says to the maker what it is; `key` names the occasion, as in outgoing.ts. */
export type Addressee = { email: string; name: string; about: unknown; key: string }

/** Each once, however often it is queued. */
export async function queueMadeMails(tx: Tx, orgId: string, maker: string, to: readonly Addressee[]): Promise<void> {
  if (to.length === 0) return
  wakeAfterCommit('mail')
  const rows = to.map(({ email, name, about, key }) => ({ email, key, content: { name, made: { by: maker, about } } }))
  const text = JSON.stringify(rows, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )
  await sql`
    insert into outgoing (org_id, channel, occasion, recipient, content)
    select ${orgId}, 'mail', r.key, r.email, r.content
    from jsonb_to_recordset(${text}::jsonb) as r (key text, email text, content jsonb)
    on conflict (org_id, channel, occasion) do nothing`.execute(tx)
}

/** Those of these occasions that have not begun to leave, which they never will after the commit. */
export async function withdrawMails(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select withdraw_emails(${[...keys]}::text[]) as key`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

export type MakeMail = (delivery: Delivery) => Promise<MadeMail>

/** Throws NobodyThere where its maker says that it is not to go. */
export const mailsMadeBy =
  (database: Database, makers: readonly MailMaker[], origin: Origin): MakeMail =>
  async ({ orgId, recipient, content }) => {
    const { by, about } = (content as { made: { by: string; about: unknown } }).made
    const maker = makers.find(({ name }) => name === by)
    if (!maker) throw new Error(`Nothing here makes mails of the kind ${by}.`)
    const asked = { orgId, recipient, about, origin: origin() }
    const made = await inFirm(database, orgId, (tx) => maker.make(tx, asked), { isQuiet: true })
    if (!made) throw new NobodyThere()
    return made
  }
