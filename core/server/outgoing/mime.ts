import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { Undeliverable } from './deliveries.ts'
import { headerLine, isMailAddress } from './sender.ts'
import type { Mail } from './smtpConnection.ts'

type Address = { name: string; address: string }

/** Its name can contain anything. */
export type Attachment = { name: string; type: string; bytes: Buffer }

export type MailParts = {
  /** Includes the angle brackets. */
  messageId: string
  date: string
  from: Address
  to: Address
  replyTo?: Address | null | undefined
  subject: string
  html: string
  text: string
  attachments?: readonly Attachment[] | undefined
  /** Absolute address to unsubscribe from this kind of email. */
  unsubscribe?: string | undefined
  /** List-Id (RFC 2919): 'Hartwell digests <digests.1.hartwell.example>'. */
  listId?: string | undefined
}

/** Reduces names and the subject to one line. Throws `Undeliverable` for an invalid address. */
export function mailOf(words: MailParts): Mail {
  const { messageId, from, to, replyTo, unsubscribe, listId, html, text, attachments = [] } = words
  if (!isMailAddress(to.address)) throw new Undeliverable('This isn’t a valid email address.')
  const head = new MailComposer({
    messageId,
    date: new Date(words.date),
    from: named(from),
    to: named(to),
    ...(replyTo && isMailAddress(replyTo.address) && { replyTo: named(replyTo) }),
    subject: headerLine(words.subject),
    headers: {
      // Emails to a list have an author.
      ...(listId ? { 'List-Id': headerLine(listId) } : { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    newline: '\r\n',
    // Quoted-printable never contains this (RFC 2045, section 6.7), so no part can end itself.
    baseBoundary: '=_',
    // Placeholders, filled below in a fifth of the time.
    text: '-',
    html: '-',
    attachments: attachments.map(({ name, type }) => ({ filename: headerLine(name), contentType: type, content: '-' })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const pieces = [partOf('text/plain', text), partOf('text/html', html)]
  const [first, ...others] = attachments.length > 0 ? head.childNodes : [head]
  const inWords = filled(first!, pieces)
  const files = others.map((node, at) => `${node.buildHeaders()}\r\n\r\n${base64(attachments[at]!.bytes)}`)
  const bytes = Buffer.from(attachments.length > 0 ? filled(head, [inWords, ...files]) : inWords, 'latin1')
  return { messageId, envelope: { from: from.address, to: [to.address] }, bytes }
}

/** Each part ends with a line break. */
const filled = (node: MimeNode, parts: readonly string[]): string => {
  // Defines the boundary.
  const headers = node.buildHeaders()
  const border = `--${node.boundary}`
  return `${headers}\r\n\r\n${parts.map((part) => `${border}\r\n${part}`).join('')}${border}--\r\n`
}

/** RFC 2045, section 6.8: lines of 76 characters. */
const base64 = (bytes: Buffer) =>
  bytes
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
    .replace(/(?<!\n)$/, '\r\n')

const named = ({ name, address }: Address): Address => ({ name: headerLine(name), address })

const partOf = (type: string, words: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(words)}\r\n`

const LINE = 76
const [TAB, LF, CR, BLANK, EQUALS, TILDE] = [0x09, 0x0a, 0x0d, 0x20, 0x3d, 0x7e]
const hex = '0123456789ABCDEF'
/** Reused, to avoid an allocation per text. */
let scratch = Buffer.allocUnsafe(256 * 1024)

/**
 * RFC 2045, section 6.7: ASCII lines of at most 76 characters. Works by byte for speed, since thousands of emails wait.
 */
export function quotedPrintable(words: string): string {
  const bytes = Buffer.from(words.replace(/\r\n?|\n/g, '\r\n'))
  // Each byte can become three, and each line adds three.
  const most = bytes.length * 3 + Math.ceil((bytes.length * 3) / (LINE - 3)) * 3
  if (scratch.length < most) scratch = Buffer.allocUnsafe(most)
  const made = scratch
  let to = 0
  let column = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === CR) {
      made[to++] = CR
      made[to++] = LF
      column = 0
      at++
      continue
    }
    const next = bytes[at + 1]
    const isLast = next === CR || next === undefined
    const isPlain = byte > BLANK ? byte <= TILDE && byte !== EQUALS : (byte === BLANK || byte === TAB) && !isLast
    const size = isPlain ? 1 : 3
    if (column + size > (isLast ? LINE : LINE - 1)) {
      made[to++] = EQUALS
      made[to++] = CR
      made[to++] = LF
      column = 0
    }
    if (isPlain) made[to++] = byte
    else {
      made[to++] = EQUALS
      made[to++] = hex.charCodeAt(byte >> 4)
      made[to++] = hex.charCodeAt(byte & 15)
    }
    column += size
  }
  return made.toString('latin1', 0, to)
}
