// What leaves the house: mail, text messages, pushes. Queued in the transaction of the change that causes it, sent after its commit.
import type { Tx } from '../database/firm.ts'

/** A mail, before it is made into HTML and plain text: words only. Paths are the client's own, from its root: '/login'. */
export type Letter = {
  subject: string
  heading: string
  /** One paragraph each, plain text. */
  lines: string[]
  button?: { label: string; path: string }
  /** Small print below. */
  small?: string[]
  /** One click here ends mails of this kind; it goes into the List-Unsubscribe headers too. */
  unsubscribePath?: string
}

/** `key` names the occasion: of the same firm, the same key is sent once, however often it is queued. */
export type Occasion = { key?: string }

export async function queueMail(
  _tx: Tx,
  _orgId: string,
  _to: { email: string; name: string },
  _letter: Letter,
  _occasion: Occasion = {},
): Promise<void> {}

export async function queueText(
  _tx: Tx,
  _orgId: string,
  _to: string,
  _text: string,
  _occasion: Occasion = {},
): Promise<void> {}

export type Push = { title: string; body: string; path: string; tag?: string }

export async function queuePush(
  _tx: Tx,
  _orgId: string,
  _userId: string,
  _push: Push,
  _occasion: Occasion = {},
): Promise<void> {}
