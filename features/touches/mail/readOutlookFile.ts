// Reads an email that a person dragged out of Outlook (.msg).
import { usableAddress } from './addresses.ts'
import { boundedId, singleLineOf } from './cleanText.ts'
import { isCompoundFile, openCompoundFile, type Storage } from './compoundFile.ts'
import { textOfHtml } from './htmlText.ts'
import { textOf } from './mimeText.ts'
import { OutlookItem, type OutlookTag } from './outlookProperties.ts'
import { ownTextOf } from './quotedText.ts'
import {
  type Body,
  beyondLimits,
  bothTexts,
  displayName,
  type MessageHeaders,
  messageHeaders,
  refused,
} from './readMessage.ts'
import {
  type ForwardedMessage,
  type MailAddress,
  type MailAttachment,
  mailLimits,
  type ReadingContext,
  type ReceivedMessage,
} from './receivedMessage.ts'
import { textLinesOf } from './textLines.ts'

export async function readOutlookFile(bytes: Uint8Array, given: ReadingContext): Promise<ReceivedMessage> {
  if (bytes.length > mailLimits.bytes) throw refused('This email is larger than 40 MB.')
  if (!isCompoundFile(bytes)) throw refused('This isn’t an Outlook email. Drag it out of Outlook again.')
  try {
    const root = openCompoundFile(bytes)
    if (!root.streams.has('__properties_version1.0')) throw new RangeError('This file has no item.')
    return await messageIn(root, given)
  } catch (error) {
    // Damaged containers point outside of the file. Anything else is a bug.
    if (error instanceof RangeError) throw refused('This Outlook file is damaged. Drag the email out of Outlook again.')
    throw error
  }
}

async function messageIn(root: Storage, given: ReadingContext): Promise<ReceivedMessage> {
  const item = new OutlookItem(root, 32)
  const headers = await headersOf(item, root, given)
  const body = bodyOf(item)
  const problems: string[] = []
  if (!item.has('body') && !item.has('html') && item.has('compressedBody'))
    problems.push('The text of this email is in Outlook’s own format, which we can’t read.')
  if (!headers.from) problems.push('This file has only Outlook’s internal address of the sender.')
  const attachments = attachmentsIn(root, item.textCharset)
  problems.push(...beyondLimits(headers, attachments))
  const texts = bothTexts(body, given)
  const forwarded = texts.forwarded ?? (await forwardedItem(root, given))
  return {
    ...headers,
    text: texts.own.text,
    isCut: body.isCut || texts.own.isCut || forwarded?.isCut === true,
    attachments: attachments.slice(0, mailLimits.attachments),
    forwarded: forwarded?.message ?? null,
    problems,
  }
}

/** A received email has its internet headers. One that was sent or drafted has only Outlook's properties. */
async function headersOf(item: OutlookItem, storage: Storage, given: ReadingContext): Promise<MessageHeaders> {
  const internet = item.text('transportHeaders', mailLimits.headerBytes)
  // Outlook puts a line of its own before the headers.
  const header = utf8AsLatin1(internet.replace(/^Microsoft Mail Internet Headers[^\n]*\n/i, ''))
  const written = await messageHeaders(header, given)
  const author = personOf(item, 'representedSmtp', 'representedAddress', 'representedName')
  const assistant = personOf(item, 'senderSmtp', 'senderAddress', 'senderName')
  const people = recipientsOf(storage, item.textCharset)
  const at = item.instant('submitted') ?? item.instant('delivered')
  const id = singleLineOf(item.text('messageId'), 2_000).replace(/^<|>$/g, '')
  const from = written.from ?? author ?? assistant
  return {
    messageId: written.messageId ?? (id ? boundedId(id, mailLimits.messageId) : null),
    sentAt: written.sentAt ?? (at && at > given.arrivedAt ? given.arrivedAt : at),
    from,
    sender: written.sender ?? (assistant && assistant.address !== from?.address ? assistant : null),
    to: people.to.length > 0 ? people.to : written.to,
    cc: people.cc.length > 0 ? people.cc : written.cc,
    subject: singleLineOf(item.text('subject', 2_000), mailLimits.subject) || written.subject,
    automatic: written.automatic,
  }
}

const utf8AsLatin1 = (text: string): string => {
  const bytes = new TextEncoder().encode(text)
  let latin = ''
  for (let at = 0; at < bytes.length; at += 8192) latin += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return latin
}

/** Within a firm, Outlook stores an internal address that begins with '/O=' and means nothing outside. */
function personOf(item: OutlookItem, smtp: OutlookTag, address: OutlookTag, name: OutlookTag): MailAddress | null {
  const usable = usableAddress(item.text(smtp, 400)) ?? usableAddress(item.text(address, 400))
  return usable ? { name: displayName(item.text(name, 400), usable), address: usable } : null
}

const TO = 1
const CC = 2

function recipientsOf({ storages }: Storage, charset: string): { to: MailAddress[]; cc: MailAddress[] } {
  const found = storages
    .filter(({ name }) => name.startsWith('__recip_version1.0_'))
    .slice(0, mailLimits.addresses)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((storage) => {
      const item = new OutlookItem(storage, 8, charset)
      const person = personOf(item, 'smtpAddress', 'address', 'displayName')
      return person ? [{ person, type: item.number('recipientType') ?? TO }] : []
    })
  const of = (kind: number) => found.filter(({ type }) => (type & 0xf) === kind).map(({ person }) => person)
  return { to: of(TO), cc: of(CC) }
}

function bodyOf(item: OutlookItem): Body {
  const plain = item.text('body', mailLimits.textBytes)
  const html = () => {
    const bytes = item.bytes('html', mailLimits.htmlBytes)
    return textOfHtml(bytes ? textOf(bytes, item.internetCharset) : item.text('html', mailLimits.htmlBytes))
  }
  return { plain: plain.trim() ? plain : html(), html, isCut: plain.length >= mailLimits.textBytes }
}

const filesIn = ({ storages }: Storage) =>
  storages
    .filter(({ name }) => name.startsWith('__attach_version1.0_'))
    .slice(0, mailLimits.attachments + 1)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** An attached email is a storage within the attachment, of this name. */
const embedded = (file: Storage) => file.storages.find(({ name }) => /^__substg1\.0_3701000d$/i.test(name))

function attachmentsIn(storage: Storage, charset: string): MailAttachment[] {
  return filesIn(storage).flatMap((file) => {
    const item = new OutlookItem(file, 8, charset)
    const isDrawnInText =
      item.number('isHidden') === 1 ||
      (item.has('contentId') && /image\d{3}\.(png|jpe?g|gif)$/i.test(item.text('longFileName')))
    if (isDrawnInText) return []
    const inner = embedded(file)
    const name = item.text('longFileName') || item.text('shortFileName') || item.text('displayName')
    const size = inner ? sizeOf(inner, 0) : item.size('content')
    return [{ name: singleLineOf(name, 255) || (inner ? 'Email.msg' : 'Attachment'), size }]
  })
}

function sizeOf(storage: Storage, depth: number): number {
  const own = [...storage.streams.values()].reduce((sum, { size }) => sum + size, 0)
  return depth > 4 ? own : storage.storages.reduce((sum, inner) => sum + sizeOf(inner, depth + 1), own)
}

async function forwardedItem(
  storage: Storage,
  given: ReadingContext,
): Promise<{ message: ForwardedMessage; isCut: boolean } | null> {
  const inner = filesIn(storage).map(embedded).find(Boolean)
  if (!inner) return null
  const item = new OutlookItem(inner, 24)
  const { from, to, cc, sentAt, subject } = await headersOf(item, inner, given)
  const body = bodyOf(item)
  const own = ownTextOf(textLinesOf(body.plain))
  return { message: { from, to, cc, names: [], sentAt, subject, text: own.text }, isCut: body.isCut || own.isCut }
}
