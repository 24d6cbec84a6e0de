// Decodes single pieces of a message with postal-mime, the MIME parser for Node.js and browsers. Each piece is bounded
// before the parser gets it, and none contains other parts.
import PostalMime, { type Email } from 'postal-mime'
import { cutAt } from './cleanText.ts'
import type { MimePart } from './mimeParts.ts'
import { mailLimits } from './receivedMessage.ts'

/** The package's parser fails on nothing that we give it, except on its own limits. */
const options = { maxNestingDepth: 2, maxHeadersSize: 400_000, maxRfc822NestingDepth: 0, forceRfc822Attachments: true }

/** Reads addresses, the subject, and the other headers that count. A body isn't needed for that. */
export function parsedHeaders(header: string): Promise<Email> {
  return PostalMime.parse(`${usedFields(decodedHeader(header)).join('\n')}\n\n`, options)
}

const used = /^(from|sender|to|cc|subject|date|message-id|return-path|auto-submitted|list-id|precedence)[ \t]*:/i

/** Without the headers of servers, and each within its limit. */
function usedFields(header: string): string[] {
  const fields: string[] = []
  let isUsed = false
  for (const line of header.split(/\r?\n/)) {
    if (!/^[ \t]/.test(line)) {
      isUsed = used.test(line)
      if (isUsed) fields.push(line)
    } else if (isUsed && fields.at(-1)!.length < mailLimits.listCharacters) fields[fields.length - 1] += `\n${line}`
  }
  return fields.map(boundedField)
}

/** A list ends after a whole address, because half a domain is another one. */
function boundedField(field: string): string {
  const isList = /^(to|cc)\b/i.test(field)
  const isAddress = /^(from|sender|return-path)\b/i.test(field)
  const single = isAddress ? mailLimits.addressCharacters : mailLimits.fieldCharacters
  const most = isList ? mailLimits.listCharacters : single
  if (field.length <= most) return field
  return isList ? field.slice(0, Math.max(field.lastIndexOf(',', most), field.indexOf(':') + 1)) : cutAt(field, most)
}

/** Old programs write headers in the encoding of Western Europe without saying so. */
function decodedHeader(header: string): string {
  const bytes = bytesOf(header)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export type DecodedPart = { text: string; isCut: boolean }

/** Decodes the beginning of a text part, whatever the type it claims. */
export async function decodedText(part: MimePart): Promise<DecodedPart> {
  const most = part.type === 'text/html' ? mailLimits.htmlBytes : mailLimits.textBytes
  const { bytes, isCut } = await partContent(part, most)
  const type = headerOf(part, 'content-type')
  const text = textOf(bytes, /charset\*?\s*=\s*"?(?:[\w-]*'[\w-]*')?([\w:.-]{1,40})/i.exec(type)?.[1])
  return { text: /format\s*=\s*"?flowed/i.test(type) ? unflowed(text, /delsp\s*=\s*"?yes/i.test(type)) : text, isCut }
}

/** Decodes the beginning of any part into bytes. */
export async function partContent(part: MimePart, most: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const isBase64 = part.encoding === 'base64'
  // A base64 body takes a third more than its content. An escaped byte takes three.
  const raw = Math.floor(part.encoding === 'quoted-printable' ? most * 3 : most * 1.4)
  const body = part.body.subarray(0, raw)
  const isShort = body.length < part.body.length
  if (!isBase64 && part.encoding !== 'quoted-printable') return bounded(body, most, isShort)
  const header = `Content-Type: application/octet-stream\nContent-Transfer-Encoding: ${part.encoding}\n\n`
  const { attachments } = await PostalMime.parse(joined(header, isBase64 ? base64Of(body) : body), options)
  const content = attachments[0]?.content
  const decoded = content instanceof ArrayBuffer ? new Uint8Array(content) : new Uint8Array()
  // The parser ends each line of escapes with a line feed, including the last one.
  return bounded(isBase64 ? decoded : decoded.subarray(0, -1), most, isShort)
}

/** More pads than lines in a bounded body. The parser starts another piece at each. */
const MOST_PADS = 8_000

function base64Of(body: Uint8Array): Uint8Array {
  let pads = 0
  for (let at = body.indexOf(61); at >= 0 && pads <= MOST_PADS; at = body.indexOf(61, at + 1)) pads++
  return pads > MOST_PADS ? body.filter((sign) => sign !== 61) : body
}

function joined(header: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(header.length + body.length)
  bytes.set(bytesOf(header))
  bytes.set(body, header.length)
  return bytes
}

const bytesOf = (latin: string) => Uint8Array.from(latin, (sign) => sign.charCodeAt(0))

const bounded = (bytes: Uint8Array, most: number, isShort: boolean) => ({
  bytes: bytes.subarray(0, most),
  isCut: isShort || bytes.length > most,
})

/** Reads the file name of an attachment with its encodings. */
export async function attachmentName(part: MimePart): Promise<string> {
  const header = ['content-type', 'content-disposition', 'content-description'].flatMap((name) => {
    const value = headerOf(part, name)
    // The parser takes a text for the body, whatever its name.
    const neutral = name === 'content-type' ? value.replace(/^[^;]*/, 'application/octet-stream') : value
    return value ? [`${name}: ${cutAt(neutral, 2_000)}`] : []
  })
  const { attachments } = await PostalMime.parse(`${decodedHeader(header.join('\n'))}\n\nx`, options)
  return attachments[0]?.filename ?? ''
}

function headerOf({ header }: MimePart, name: string): string {
  const lines = header.split('\n')
  const first = lines.findIndex(
    (line) => line.slice(0, name.length).toLowerCase() === name && /^[\w-]+[ \t]*:/.test(line),
  )
  if (first < 0) return ''
  let value = lines[first]!.slice(lines[first]!.indexOf(':') + 1).trim()
  for (let at = first + 1; at < lines.length && /^[ \t]/.test(lines[at]!) && value.length < 4_000; at++)
    value += ` ${lines[at]!.trim()}`
  return value
}

/** Charsets that programs name in their own way. The browser knows all other ones that are in use. */
const aliases: Readonly<Record<string, string>> = {
  'iso-8859-8-e': 'iso-8859-8',
  cp932: 'shift_jis',
  'ansi_x3.110-1983': 'windows-1252',
  'unicode-1-1-utf-7': 'utf-8',
}

/** Without a charset, UTF-8 if the bytes are valid UTF-8. */
export function textOf(bytes: Uint8Array, charset: string | undefined): string {
  const label = charset?.toLowerCase() ?? ''
  const isUnsaid = label === '' || label === 'us-ascii' || label === 'utf-8' || label === 'utf8'
  if (isUnsaid) {
    // A cut can divide the last character, which isn't an error.
    for (let less = 0; less < 4; less++) {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - less))
      } catch {}
    }
    return new TextDecoder(label.startsWith('utf') ? 'utf-8' : 'windows-1252').decode(bytes)
  }
  return decoderOf(aliases[label] ?? label).decode(bytes)
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('windows-1252')
  }
}

/** Joins lines that end with a blank (RFC 3676), within the same depth of quoting. */
function unflowed(text: string, isDeleting: boolean): string {
  const lines: string[] = []
  let isOpen = false
  let openDepth = 0
  let joined = ''
  const end = () => {
    if (isOpen) lines.push(joined)
    isOpen = false
    joined = ''
  }
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)![0].length
    const content = line.slice(depth).replace(/^ /, '')
    const isSoft = content.endsWith(' ') && content !== '-- '
    const kept = isSoft && isDeleting ? content.slice(0, -1) : content
    if (isOpen && depth !== openDepth) end()
    joined = isOpen ? joined + kept : depth > 0 ? `${'>'.repeat(depth)} ${kept}` : kept
    isOpen = true
    openDepth = depth
    if (!isSoft) end()
  }
  end()
  return lines.join('\n')
}
