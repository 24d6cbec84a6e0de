// Reads an email as it travels (.eml). Works in browsers and in Node.js, and does a bounded amount of work for any bytes.

import type { Address, Email } from 'postal-mime'
import { Refusal } from '#core/contract/errors.ts'
import { usableAddress } from './addresses.ts'
import { automaticKind } from './automatic.ts'
import { boundedId, singleLineOf } from './cleanText.ts'
import { firstBlock, headersOfBlock } from './forwarded.ts'
import { textOfHtml } from './htmlText.ts'
import { type MimeOutline, type MimePart, outlineOf } from './mimeParts.ts'
import { attachmentName, decodedText, parsedHeaders, partContent } from './mimeText.ts'
import { ownTextOf } from './quotedText.ts'
import {
  type ForwardedMessage,
  type MailAddress,
  type MailAttachment,
  mailLimits,
  type ReadingContext,
  type ReceivedMessage,
} from './receivedMessage.ts'
import { sentInstant } from './sentInstant.ts'
import { textLinesOf } from './textLines.ts'

export async function readMessage(bytes: Uint8Array, given: ReadingContext): Promise<ReceivedMessage> {
  const outline = outlineWithin(bytes)
  const message = await withBody(outline, given)
  const nested = message.forwarded ? null : nestedMessage(outline)
  if (!nested) return message
  const forwarded = await forwardedFile(nested, given)
  return { ...message, forwarded: forwarded?.message ?? null, isCut: message.isCut || forwarded?.isCut === true }
}

function outlineWithin(bytes: Uint8Array): MimeOutline {
  if (bytes.length > mailLimits.bytes) throw refused('This email is larger than 40 MB.')
  const outline = outlineOf(bytes)
  if (!/^(from|to|cc|subject|date|message-id|received|return-path|sender)[ \t]*:/im.test(outline.header))
    throw refused('We couldn’t read this email. Save it again as an .eml file.')
  return outline
}

export const refused = (message: string) => new Refusal('invalid', `${message} Nothing was filed.`, 400)

/** Headers that every email file gives, whatever its format. */
export type MessageHeaders = Omit<ReceivedMessage, 'text' | 'isCut' | 'attachments' | 'forwarded' | 'problems'>

export async function messageHeaders(header: string, given: ReadingContext): Promise<MessageHeaders> {
  const parsed = await parsedHeaders(header)
  const valueIn = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
  const [from = null] = mailboxesOf(parsed.from)
  const [sender = null] = mailboxesOf(parsed.sender)
  const id = singleLineOf(valueIn('message-id') ?? '', 2_000)
    .replace(/^<|>$/g, '')
    .trim()
  return {
    messageId: id ? boundedId(id, mailLimits.messageId) : null,
    sentAt: sentInstant(valueIn('date') ?? '', given.arrivedAt),
    from,
    sender,
    to: mailboxesOf(parsed.to),
    cc: mailboxesOf(parsed.cc),
    subject: singleLineOf(parsed.subject ?? '', mailLimits.subject),
    automatic: automaticKind(valueIn, { from, sender }, given.ownDomains),
  }
}

function mailboxesOf(given: Email['from'] | Email['to']): MailAddress[] {
  const found = new Map<string, MailAddress>()
  const add = ({ name, address, group }: Address) => {
    if (found.size >= mailLimits.addresses) return
    if (group) return group.slice(0, mailLimits.addresses).forEach(add)
    const usable = usableAddress(address ?? '')
    const key = usable?.toLowerCase() ?? ''
    if (usable && !found.has(key)) found.set(key, { name: displayName(name, usable), address: usable })
  }
  const list = Array.isArray(given) ? given : given ? [given] : []
  list.slice(0, mailLimits.addresses * 2).forEach(add)
  return [...found.values()]
}

/** Programs repeat the address as the name, or put quotation marks around it. */
export function displayName(written: string, address: string): string {
  const name = singleLineOf(written, mailLimits.name)
    .replace(/^['"“”‘’]+|['"“”‘’]+$/g, '')
    .trim()
  return name.toLowerCase() === address.toLowerCase() || name.includes('@') ? '' : name
}

async function withBody(outline: MimeOutline, given: ReadingContext): Promise<ReceivedMessage> {
  const headers = await messageHeaders(outline.header, given)
  const body = await bodyOf(outline)
  const attachments = await attachmentsOf(outline)
  const problems: string[] = []
  if (outline.isCut) problems.push('This email has more parts or headers than we read. Some of it is missing here.')
  if (outline.parts.some(({ type }) => type === 'application/ms-tnef'))
    problems.push('Outlook packed parts of this email into winmail.dat, which we can’t open.')
  if (outline.parts.some(({ type }) => /^application\/(x-)?pkcs7-mime$|^multipart\/encrypted$/.test(type)))
    problems.push('This email is encrypted or sealed, so we couldn’t read its text.')
  problems.push(...beyondLimits(headers, attachments))
  const { own, forwarded } = bothTexts(body, given)
  return {
    ...headers,
    text: own.text,
    isCut: body.isCut || own.isCut || forwarded?.isCut === true,
    attachments: attachments.slice(0, mailLimits.attachments),
    forwarded: forwarded?.message ?? null,
    problems,
  }
}

export function beyondLimits({ to, cc }: MessageHeaders, attachments: readonly MailAttachment[]): string[] {
  const isFull = Math.max(to.length, cc.length) >= mailLimits.addresses
  return [
    ...(attachments.length > mailLimits.attachments ? ['This email has more attachments than we list.'] : []),
    ...(isFull ? ['This email has more recipients than we read.'] : []),
  ]
}

export type Body = { plain: string; html: () => string; isCut: boolean }
export type ForwardedText = { message: ForwardedMessage; isCut: boolean }

/** The plain text counts. The HTML is read too if the plain text shows no address of a forwarded email. */
export function bothTexts(body: Body, given: ReadingContext) {
  const lines = textLinesOf(body.plain)
  const inPlain = forwardedIn(lines, given)
  const isUseful = inPlain && (inPlain.message.from || inPlain.message.to.length > 0)
  const html = isUseful ? '' : body.html()
  const inHtml = html ? forwardedIn(textLinesOf(html), given) : null
  const hasMore = inHtml && (!inPlain || inHtml.message.from || inHtml.message.to.length > 0)
  return { own: ownTextOf(lines), forwarded: hasMore ? inHtml : inPlain }
}

function forwardedIn(lines: ReturnType<typeof textLinesOf>, given: ReadingContext): ForwardedText | null {
  const block = firstBlock(lines)
  if (!block) return null
  const { text, isCut } = ownTextOf(lines.slice(block.end), block.depth)
  return { message: { ...headersOfBlock(block, given), text }, isCut }
}

/** Several texts can follow each other, with attachments between them. */
async function bodyOf({ parts }: MimeOutline): Promise<Body> {
  const texts = parts.filter(isText).slice(0, 20)
  const used = new Set<number>()
  const plain: string[] = []
  const rich: string[] = []
  let isCut = false
  let left = mailLimits.htmlBytes
  const read = async (part: MimePart) => {
    if (left <= 0) return ''
    const decoded = await decodedText(part)
    left -= decoded.text.length
    isCut ||= decoded.isCut
    return decoded.text
  }
  for (const part of texts) {
    if (part.alternative !== null && used.has(part.alternative)) continue
    const group = part.alternative === null ? [part] : texts.filter((one) => one.alternative === part.alternative)
    if (part.alternative !== null) used.add(part.alternative)
    const plains: string[] = []
    const richs: string[] = []
    for (const one of group) (one.type === 'text/html' ? richs : plains).push(await read(one))
    const isPlain = plains.some((text) => text.trim() !== '')
    plain.push(...(isPlain ? plains : richs.map(textOfHtml)))
    rich.push(...(isPlain ? richs : []))
  }
  return { plain: plain.join('\n'), html: () => rich.map(textOfHtml).join('\n'), isCut }
}

const isText = ({ type, isAttachment, hasName }: MimePart): boolean =>
  (type === 'text/plain' || type === 'text/html' || type === 'text/enriched') &&
  !isAttachment &&
  !(hasName && type === 'text/plain')

async function attachmentsOf({ parts }: MimeOutline): Promise<MailAttachment[]> {
  const found: MailAttachment[] = []
  for (const part of parts) {
    if (found.length > mailLimits.attachments) break
    if (isText(part) || isDrawnInText(part) || /^application\/(pgp|pkcs7|x-pkcs7)-signature$/.test(part.type)) continue
    const written = await attachmentName(part)
    if (!written && !part.isAttachment && /^(text\/|message\/(delivery|disposition))/.test(part.type)) continue
    found.push({ name: singleLineOf(written, 255) || nameByType(part.type), size: part.size })
  }
  return found
}

/** Logos of a signature aren't what a person attached. */
const isDrawnInText = ({ type, isRelated, contentId, isAttachment }: MimePart): boolean =>
  type.startsWith('image/') && isRelated && contentId !== '' && !isAttachment

function nameByType(type: string): string {
  if (type === 'message/rfc822') return 'Email.eml'
  if (type === 'text/calendar') return 'Invitation.ics'
  return type.startsWith('image/') ? 'Image' : 'Attachment'
}

const nestedMessage = ({ parts, type }: MimeOutline): MimePart | null =>
  // A report about an undelivered email contains the email that failed, which no one forwarded.
  type === 'multipart/report'
    ? null
    : (parts.find(
        ({ type, header }) =>
          type === 'message/rfc822' || (/^application\//.test(type) && /name\S{0,200}\.eml"?/i.test(header)),
      ) ?? null)

/** An email that is attached to this one. Its own attached emails aren't read. */
async function forwardedFile(part: MimePart, given: ReadingContext): Promise<ForwardedText | null> {
  const { bytes, isCut } = await partContent(part, mailLimits.nestedBytes)
  const outline = outlineOf(bytes)
  if (!/^(from|to|subject|date)[ \t]*:/im.test(outline.header)) return null
  const headers = await messageHeaders(outline.header, given)
  const body = await bodyOf(outline)
  const own = ownTextOf(textLinesOf(body.plain))
  const { from, to, cc, sentAt, subject } = headers
  return {
    message: { from, to, cc, names: [], sentAt, subject, text: own.text },
    isCut: isCut || body.isCut || own.isCut,
  }
}
