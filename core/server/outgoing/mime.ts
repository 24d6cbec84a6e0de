// Words and addresses -> the bytes of a mail.
import MailComposer from 'nodemailer/lib/mail-composer'
import type MimeNode from 'nodemailer/lib/mime-node'
import { Undeliverable } from './deliveries.ts'
import { headerLine, isMailAddress } from './sender.ts'
import type { Mail } from './smtpLine.ts'

type Address = { name: string; address: string }

/** A file as a mail brings it; its name may hold anything. */
export type Attachment = { name: string; type: string; bytes: Buffer }

export type MailParts = {
  /** With its angle brackets. */
  messageId: string
  /** An instant. */
  date: string
  from: Address
  to: Address
  replyTo?: Address | null | undefined
  subject: string
  html: string
  text: string
  attachments?: readonly Attachment[] | undefined
  /** Where the whole address that ends mails of this kind is. */
  unsubscribe?: string | undefined
  /** Of what people write to a list (RFC 2919): 'Hartwell digests <digests.1.hartwell.example>'. */
  listId?: string | undefined
}

/** Names and the subject may hold anything: they become one line each. Throws Undeliverable for what is no address. */
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
      // A letter to a list has an author, and is not made by a program.
      ...(listId ? { 'List-Id': headerLine(listId) } : { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    newline: '\r\n',
    // What quoted-printable never holds (RFC 2045, section 6.7): no part can end itself.
    baseBoundary: '=_',
    // Their places: what stands there is written below, which takes a fifth of the time.
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

/** A part of parts, each of which ends with an end of line. */
const filled = (node: MimeNode, parts: readonly string[]): string => {
  // They name the border.
  const headers = node.buildHeaders()
  const border = `--${node.boundary}`
  return `${headers}\r\n\r\n${parts.map((part) => `${border}\r\n${part}`).join('')}${border}--\r\n`
}

/** RFC 2045, section 6.8: in lines of 76 signs. */
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
/** Written in by one text after the other: what is long is not asked for again and again. */
let scratch = Buffer.allocUnsafe(256 * 1024)

/** RFC 2045, section 6.7: plain ASCII in lines of 76 signs at most. Byte by byte, since thousands of mails wait for it. */
export function quotedPrintable(words: string): string {
  const bytes = Buffer.from(words.replace(/\r\n?|\n/g, '\r\n'))
  // Each byte may become three, and each line gets an end of three more.
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
