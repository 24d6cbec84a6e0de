// Writes emails as bytes, with the encodings that programs use. Independent of the code that reads them.
import type { Person } from './people.ts'

export type Encoding = '7bit' | '8bit' | 'base64' | 'quoted-printable'
export type Charset = 'utf-8' | 'windows-1252' | 'iso-8859-15' | 'utf-16le'

export type Part = {
  type: string
  text?: string
  bytes?: Uint8Array
  charset?: Charset
  encoding?: Encoding
  headers?: readonly string[]
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
export const latinBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

/** Windows' own places for letters that Latin-1 doesn't have. */
const western: Readonly<Record<string, number>> = {
  '€': 0x80,
  '’': 0x92,
  '‘': 0x91,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  '…': 0x85,
  œ: 0x9c,
}
const latin9: Readonly<Record<string, number>> = {
  '€': 0xa4,
  œ: 0xbd,
  '’': 0x27,
  '‘': 0x27,
  '“': 0x22,
  '”': 0x22,
  '–': 0x2d,
  '—': 0x2d,
}

export function encoded(text: string, charset: Charset): Uint8Array {
  if (charset === 'utf-8') return bytesOf(text)
  if (charset === 'utf-16le')
    return Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]))
  const own = charset === 'windows-1252' ? western : latin9
  return Uint8Array.from(text, (sign) => own[sign] ?? sign.charCodeAt(0) & 0xff)
}

export function transferred(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'base64') return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  if (encoding !== 'quoted-printable') return Buffer.from(bytes).toString('latin1')
  return Buffer.from(bytes)
    .toString('latin1')
    .split(/\r?\n/)
    .map((line) =>
      softLines(
        line.replace(
          /[^ -<>-~\t]|[ \t]$/g,
          (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        ),
      ),
    )
    .join('\r\n')
}

function softLines(line: string): string {
  const pieces: string[] = []
  let rest = line
  while (rest.length > 76) {
    let cut = 75
    // An escaped byte stays in one piece.
    if (rest[cut - 1] === '=') cut -= 1
    else if (rest[cut - 2] === '=') cut -= 2
    pieces.push(`${rest.slice(0, cut)}=`)
    rest = rest.slice(cut)
  }
  return [...pieces, rest].join('\r\n')
}

/** A header word in the encoding of RFC 2047, in pieces of at most 45 bytes. */
export function headerWord(text: string, encoding: 'B' | 'Q' = 'B', charset: Charset = 'utf-8'): string {
  if (/^[ -~]*$/.test(text)) return text
  const pieces = text.match(/.{1,12}/gu) ?? []
  return pieces
    .map((piece) => {
      const bytes = encoded(piece, charset)
      const word =
        encoding === 'B'
          ? Buffer.from(bytes).toString('base64')
          : [...bytes]
              .map((byte) =>
                /[A-Za-z0-9]/.test(String.fromCharCode(byte))
                  ? String.fromCharCode(byte)
                  : byte === 32
                    ? '_'
                    : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
              )
              .join('')
      return `=?${charset}?${encoding}?${word}?=`
    })
    .join('\r\n ')
}

export const mailbox = ({ name, address }: Person, encoding: 'B' | 'Q' = 'B'): string =>
  name === ''
    ? address
    : /^[\w .-]+$/.test(name)
      ? `${name} <${address}>`
      : /^[ -~]*$/.test(name)
        ? `"${name}" <${address}>`
        : `${headerWord(name, encoding)} <${address}>`

export type Headers = {
  from?: string
  to?: string
  cc?: string
  subject?: string
  date?: string
  id?: string
  more?: readonly string[]
}

export function headerLines({
  from,
  to,
  cc,
  subject,
  date = 'Thu, 19 Nov 2026 10:15:00 +0100',
  id = '<1@sample>',
  more = [],
}: Headers): string[] {
  return [
    ...more,
    ...(from ? [`From: ${from}`] : []),
    ...(to ? [`To: ${to}`] : []),
    ...(cc ? [`Cc: ${cc}`] : []),
    ...(subject === undefined ? [] : [`Subject: ${headerWord(subject, 'Q')}`]),
    `Date: ${date}`,
    `Message-ID: ${id}`,
    'MIME-Version: 1.0',
  ]
}

function partSource({
  type,
  text = '',
  bytes,
  charset = 'utf-8',
  encoding = 'quoted-printable',
  headers = [],
}: Part): string {
  const isText = bytes === undefined
  return [
    `Content-Type: ${type}${isText ? `; charset=${charset === 'utf-16le' ? 'utf-16le' : charset}` : ''}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...headers,
    '',
    transferred(bytes ?? encoded(text, charset), encoding),
  ].join('\r\n')
}

/** One part, or several below `multipart/<kind>`. */
export function emailBytes(headers: Headers, parts: readonly Part[], kind = 'mixed'): Uint8Array {
  const head = headerLines(headers).join('\r\n')
  const [only, ...others] = parts
  if (only && others.length === 0) return latinBytes(`${latinHead(head)}\r\n${partSource(only)}\r\n`)
  const sources = parts.map(partSource)
  // Emails within each other have different lengths, and so different boundaries.
  const boundary = `=_part.${sources.join('').length}`
  const body = sources.map((source) => `--${boundary}\r\n${source}\r\n`).join('')
  return latinBytes(
    `${latinHead(head)}\r\nContent-Type: multipart/${kind};\r\n boundary="${boundary}"\r\n\r\nThis is a message in several parts.\r\n${body}--${boundary}--\r\n`,
  )
}

const latinHead = (head: string) => Buffer.from(head, 'utf8').toString('latin1')
